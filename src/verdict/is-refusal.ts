// Used only for replies without any JSON object. A refusal says that the model will not help: "I cannot assist". "I cannot
// find a flaw" and "Sorry, this code is bad" are answers that cannot be read, not refusals.
const HELP =
  'help(?! but)|assist|comply|continue|fulfil|fulfill|provide|support|engage|participate|analy[sz]e|review|evaluate|assess|answer|respond|discuss|do (?:that|this)|with (?:that|this)'
const REFUSALS = [
  new RegExp(
    `\\bi(?: am|'m)? (?:can't|cannot|can not|won't|will not|unable to|not able to|not allowed to)(?: [a-z]{1,12}){0,2}? (?:${HELP})\\b`,
  ),
  /\bi (?:must|have to|need to|will) (?:respectfully |politely )?(?:decline|refuse)\b/,
  /\bno puedo (?:ayudar|asistir|cumplir|hacer|analizar)/,
  /\bje ne peux pas (?:vous |t')?(?:aider|répondre|analyser)/,
  /\bich kann (?:(?:ihnen|dir|dabei|das|leider) ){0,3}nicht (?:helfen|weiterhelfen|beantworten|analysieren)/,
  /\bnão posso (?:ajudar|fazer|analisar)/,
  /(?:我|抱歉).{0,6}(?:无法|不能)(?:协助|帮助|提供|回答|分析)/,
]

// A refusal is at the start of a reply. Further on, the same words are more likely a quotation.
const OPENING = 300

/** Whether a reply without an answer is a refusal. */
export function isRefusal(prose: string): boolean {
  const opening = prose.trim().slice(0, OPENING).toLowerCase().replaceAll('’', "'")
  return REFUSALS.some(pattern => pattern.test(opening))
}
