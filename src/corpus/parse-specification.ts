import type { Token } from 'markdown-it'
import type { Application, Rule } from '../domain.ts'
import { lineRange, parseSections, sectionsNamed } from './markdown.ts'
import type { ProblemOnLine } from './parse-case.ts'

const WRITTEN_ID = /^[*_`[(]{0,4}R0*([1-9]\d{0,3})\b[*_`\])]{0,4}[:.)–—-]*[*_`]{0,2}\s*/
const RULES_HEADING = /security|requirement|rule/i

/** Reads a SPEC.md's text (LF line ends). The content is absent when there is an error among the problems. */
export function parseSpecification(text: string): {
  content?: Omit<Application, 'name' | 'directory'>
  problems: ProblemOnLine[]
} {
  const sections = parseSections(text)
  const [prompt, second] = sectionsNamed(sections, 'Prompt')
  const error = (line: number, message: string) => ({ problems: [{ severity: 'error' as const, line, message }] })
  if (!prompt) return error(1, 'no "# Prompt"; a section with the schema and the security requirements was wanted.')
  if (second) return error(second.line, `a second "# Prompt" (the first is on line ${prompt.line}); one was wanted.`)
  const open = prompt.fences.find(({ isClosed }) => !isClosed)
  if (open) {
    return error(open.line, `the fence opened here is never closed; end it with a line of ${open.markup}.`)
  }
  if (prompt.text.replace(/<!--[\s\S]*?-->/g, '').trim() === '')
    return error(prompt.line, '"# Prompt" is empty; the schema and the security requirements were wanted.')

  const title = sections[0] === prompt ? '' : (sections[0]?.title ?? '')
  const rules = readRules(prompt.tokens)
  const ids = rules.map(rule => rule.id)
  const problems: ProblemOnLine[] = rules
    .filter((rule, index) => ids.indexOf(rule.id) < index)
    .map(rule => ({
      severity: 'warning',
      line: rule.line,
      message: `${rule.id} is there twice; give each rule its own id.`,
    }))
  const schema = readSchema(prompt.tokens)
  const trusted = readTrusted(prompt.text)
  return {
    content: {
      title,
      prompt: prompt.text,
      rules: rules.map(({ id, text }) => ({ id, text })),
      ...(schema === undefined ? {} : { schema }),
      ...(trusted === undefined ? {} : { trusted }),
    },
    problems,
  }
}

/** The first `sql` block: the schema stands before everything that could quote SQL. */
function readSchema(tokens: Token[]): string | undefined {
  return tokens.find(token => token.type === 'fence' && /^(sql|postgres(ql)?|pgsql)\b/i.test(token.info.trim()))
    ?.content
}

/** The `:name`s of the item or paragraph under "Calling convention" that says what the server sets. */
function readTrusted(prompt: string): string[] | undefined {
  const convention = /^## +Calling convention\s*$([\s\S]*?)(?=^## |$(?![\s\S]))/im.exec(prompt)?.[1]
  const said = convention?.split(/\n(?=[-*] |\n)/).find(item => /\bserver\b/i.test(item) && /\btrust/i.test(item))
  if (said === undefined) return undefined
  return [...new Set([...said.matchAll(/`:(\w+)`/g)].map(match => match[1] ?? ''))]
}

type RuleOnLine = Rule & { line: number }

/** Items that start with an id, wherever they stand; without any, the ordered items under the requirements are R1 to Rn. */
function readRules(tokens: Token[]): RuleOnLine[] {
  const written: RuleOnLine[] = []
  const ordered: RuleOnLine[] = []
  // The headings above the current line, by level: `### Tenants` under `## Security Requirements` is still about rules.
  const headings: string[] = []
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      headings.length = level
      headings[level] = tokens[index + 1]?.content ?? ''
    }
    // Level 1: an item of a list that is not itself inside a list.
    if (token.type !== 'list_item_open' || token.level !== 1) return
    const text = itemText(tokens, index)
    const line = lineRange(token)[0] + 1
    const id = WRITTEN_ID.exec(text)
    if (id?.[1]) written.push({ id: `R${id[1]}`, text: text.slice(id[0].length), line })
    // The item's info is its number, which bullets do not have.
    else if (token.info !== '' && RULES_HEADING.test(headings.join(' ')))
      ordered.push({ id: `R${ordered.length + 1}`, text, line })
  })
  return written.length > 0 ? written : ordered
}

function itemText(tokens: Token[], open: number): string {
  const close = tokens.findIndex(({ type, level }, index) => index > open && type === 'list_item_close' && level === 1)
  return tokens
    .slice(open, close)
    .filter(token => token.type === 'inline')
    .map(token => token.content)
    .join('\n')
}
