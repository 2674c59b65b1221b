// Only for replies that hold no object at all. Declining is a verb and its subject: "I cannot find a flaw" is an answer
// that cannot be read, not a refusal; neither is "Sorry, this code is bad".
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

// A refusal opens the reply; further on, the words are more likely quoted.
const OPENING = 300

/** Whether prose without an answer declines to give one. */
export function isRefusal(prose: string): boolean {
  const opening = prose.trim().slice(0, OPENING).toLowerCase().replaceAll('’', "'")
  return REFUSALS.some(pattern => pattern.test(opening))
}
