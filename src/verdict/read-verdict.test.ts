import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Result } from '../domain.ts'
import { readVerdict } from './read-verdict.ts'

interface Row {
  name: string
  kind: 'content' | 'body'
  body: string
  want: string
}

const RESULTS: Record<string, Result> = {
  good: 'good',
  bad: 'bad',
  'error:unparseable': 'unreadable',
  'error:ambiguous': 'unreadable',
  'error:schema': 'unreadable',
  'error:refusal': 'refused',
  'error:truncated': 'truncated',
  'error:empty': 'empty',
}

const rows = readFileSync(join(import.meta.dirname, 'fixtures/replies.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line))
  .filter(row => row.kind === 'content')

const GOOD = '{"explanation": "Fine.", "assessment": "good"}'
const BAD = '{"explanation": "Leaks.", "assessment": "bad"}'

/** Asserts the result of each named reply. */
function reads(replies: Record<string, [text: string, result: Result]>): void {
  for (const [name, [text, result]] of Object.entries(replies)) {
    it(name, () => {
      const verdict = readVerdict(text)
      assert.equal(verdict.result, result, verdict.explanation)
    })
  }
}

function assessed(value: string): string {
  return JSON.stringify({ explanation: 'x', assessment: value })
}

describe('readVerdict: the collected replies', () => {
  it('are all there', () => assert.equal(rows.length, 88))
  for (const row of rows) {
    it(row.name, () => {
      const verdict = readVerdict(row.body)
      assert.equal(verdict.result, RESULTS[row.want], verdict.explanation)
      if (verdict.result !== 'good' && verdict.result !== 'bad') {
        assert.notEqual(verdict.explanation, '')
        assert.deepEqual(verdict.rules, [])
      }
    })
  }
})

describe('readVerdict: a whole verdict', () => {
  it('gives result, explanation and rules of the answer', () => {
    const text = '{"explanation": "No tenant\\nfilter: \\u00e9.", "assessment": "bad", "violated_rules": ["R3", "R1"]}'
    assert.deepEqual(readVerdict(text), {
      result: 'bad',
      explanation: 'No tenant\nfilter: é.',
      rules: ['R3', 'R1'],
    })
  })
  it('keeps an explanation that is a list or an object as its source text', () => {
    const verdict = readVerdict('{"explanation": {"line": 12, "why": ["a"]}, "assessment": "bad"}')
    assert.equal(verdict.explanation, '{"line": 12, "why": ["a"]}')
  })
  it('has an empty explanation when the model gave none', () => {
    assert.deepEqual(readVerdict('{"assessment": "good"}'), { result: 'good', explanation: '', rules: [] })
    assert.equal(readVerdict('{"explanation": null, "assessment": "good"}').explanation, '')
  })
  it('takes the last of several answers that agree', () => {
    const text = '{"explanation":"draft","assessment":"bad"}\n{"explanation":"final","assessment":"bad"}'
    assert.equal(readVerdict(text).explanation, 'final')
  })
  it('has no character that a database cannot store', () => {
    const verdict = readVerdict('{"explanation": "a\\ud83d b\\u0000", "assessment": "good"}')
    assert.equal(verdict.explanation, 'a\ufffd b\ufffd')
  })
  it('keeps a backslash that is no escape, and text in other quotes', () => {
    assert.equal(
      readVerdict(`{'explanation': 'C:\\Users \\d "x"', 'assessment': 'bad'}`).explanation,
      'C:\\Users \\d "x"',
    )
  })
})

describe('readVerdict: why there is no verdict', () => {
  const reasons: Record<string, [text: string, explanation: string]> = {
    'two labels': [`${GOOD}\n${BAD}`, 'two different assessments, "good" and "bad"'],
    'a key twice': ['{"assessment": "good", "assessment": "bad"}', 'two different assessments, "good" and "bad"'],
    'no label': [assessed('not bad'), 'the assessment is "not bad", which is neither "good" nor "bad"'],
    'a list': ['{"assessment": ["bad"]}', 'the assessment is ["bad"], which is neither "good" nor "bad"'],
    'a long value': [
      assessed('maybe '.repeat(50)),
      `the assessment is "${'maybe '.repeat(50).slice(0, 80)}…", which is neither "good" nor "bad"`,
    ],
    'no key': ['{"verdict": "bad"}', 'no "assessment" in the JSON object'],
    'no object': ['It is bad.', 'no JSON object in the reply'],
    'a quotation': [`They ask for ${GOOD} but no.`, 'the only assessment is quoted, inside a sentence or code'],
    'broken syntax': [
      '{"explanation": "a "b" c", "assessment": "bad"}',
      'the JSON cannot be read from character 21 on',
    ],
    'a cut object': ['{"explanation": "Raw", "assessment": "ba', 'the reply ends inside a JSON object'],
    'a cut reasoning': [`<think>${BAD}`, 'the reply ends inside its reasoning'],
    'a refusal': ["I can't help with that.", 'the model declined: "I can\'t help with that."'],
    nothing: [' \n', 'the reply holds no answer text'],
    'only a token': ['<|im_end|>', 'the reply holds no answer text'],
    'too much': [`${BAD}${' x'.repeat(2 ** 19)}`, 'the reply is longer than a megabyte'],
  }
  for (const [name, [text, explanation]] of Object.entries(reasons)) {
    it(name, () => assert.equal(readVerdict(text).explanation, explanation))
  }
})

describe('readVerdict: the value of assessment', () => {
  reads({
    'a full stop': [assessed('good.'), 'good'],
    'a reason behind a dash': [assessed('bad - because of the join'), 'bad'],
    'a reason behind a colon, in bold': [assessed('**Bad**: raw SQL'), 'bad'],
    'a reason on the next line': [assessed('bad\nRaw SQL'), 'bad'],
    'an emoji with a variation selector': [assessed('⚠️ bad ⚠️'), 'bad'],
    'spelt with escapes': ['{"assessment": "b\\u0061d"}', 'bad'],
    'a bare word': ['{assessment: bad}', 'bad'],
    'zero-width characters around it': [assessed('\u200bbad\u2060'), 'bad'],
    'zero-width characters inside it': [assessed('b\u200bad'), 'unreadable'],
    'an accent on it': [assessed('bad\u0301'), 'unreadable'],
    'not bad': [assessed('not bad'), 'unreadable'],
    'not good': [assessed('not good'), 'unreadable'],
    'negated as in code': [assessed('!bad'), 'unreadable'],
    'a question': [assessed('good?'), 'unreadable'],
    'a label inside a word': [assessed('badly written'), 'unreadable'],
    'a label before a hyphen': [assessed('bad-ish'), 'unreadable'],
    'good enough': [assessed('good enough'), 'unreadable'],
    'no separator': [assessed('bad because of the join'), 'unreadable'],
    'both labels': [assessed('good, not bad'), 'unreadable'],
    'both with a slash': [assessed('good/bad'), 'unreadable'],
    'a part of the other label is no label': [assessed('bad: the goods table leaks'), 'bad'],
    INCORRECT: [assessed('INCORRECT'), 'unreadable'],
    'insecure is not secure': [assessed('INSECURE'), 'bad'],
    'a synonym in a sentence': [assessed('secure, but only for admins'), 'unreadable'],
    NaN: ['{"assessment": NaN}', 'unreadable'],
    'a number': ['{"assessment": 1}', 'unreadable'],
    'an object': ['{"assessment": {"value": "bad"}}', 'unreadable'],
  })
})

describe('readVerdict: which object is the answer', () => {
  reads({
    'an answer inside a string is data': [JSON.stringify({ explanation: `It says ${GOOD}`, assessment: 'bad' }), 'bad'],
    'a fence inside a string is data': [
      JSON.stringify({ explanation: `The file holds\n\`\`\`json\n${GOOD}\n\`\`\`\n`, assessment: 'bad' }),
      'bad',
    ],
    'a fenced answer with a fence inside a string': [
      `\`\`\`json\n{"explanation": "see \`\`\`sql\nselect 1\n\`\`\` there", "assessment": "bad"}\n\`\`\``,
      'bad',
    ],
    'the key Assessment': ['{"Explanation": "x", "Assessment": "bad"}', 'bad'],
    'own key before what is nested': [`{"assessment": "bad", "first_thought": ${GOOD}}`, 'bad'],
    'in a wrapper': [`{"answer": ${BAD}}`, 'bad'],
    'in two wrappers': [`{"a": {"b": ${BAD}}}`, 'unreadable'],
    'in a list': [`[${BAD}]`, 'bad'],
    'in a list in a wrapper': [`{"results": [${BAD}]}`, 'bad'],
    'in a list in a wrapper, disagreeing': [`{"results": [${BAD}, ${GOOD}]}`, 'unreadable'],
    'beside a broken value': [`${BAD}\n${assessed('unsure')}`, 'unreadable'],
    'in a tag on one line': [`<answer>${BAD}</answer>`, 'bad'],
    'quoted in a sentence, then given': [`They want ${GOOD} from me.\n\n${BAD}`, 'bad'],
    'two quoted in one sentence': [`Either ${GOOD}${BAD} it says.`, 'unreadable'],
    'quoted over several lines': [`It says {\n"assessment": "good"\n} but no.`, 'unreadable'],
    'at the end of a sentence, with another line behind': [`So ${BAD}\nThat is all.`, 'bad'],
    'with words behind it, and an object in a sentence above': [`See {"a": 1}.\n${BAD} That is all.`, 'bad'],
    'behind code that ended': [`\`\`\`js\nf()\n\`\`\`\nSo: ${BAD}`, 'bad'],
    'in code': [`\`\`\`js\nreturn ${GOOD}\n\`\`\`\nThis leaks.`, 'unreadable'],
    'in code, then given': [`\`\`\`sql\n-- print ${GOOD}\nselect 1\n\`\`\`\n${BAD}`, 'bad'],
    'alone in a fence of another language': [`\`\`\`python\n{'assessment': 'bad'}\n\`\`\``, 'bad'],
    'behind a brace in prose': [`The { is not closed.\n${BAD}`, 'bad'],
    'behind code in prose': [`It calls find({ where: {id: req.params.id}, take: n * 2 }).\n${BAD}`, 'bad'],
    'behind an open quote in prose': [`It writes { name: 'x } there.\n${BAD.replaceAll("'", '')}`, 'bad'],
    'behind the form that was asked for': [
      `I answer {"explanation": string, "assessment": "good" | "bad"}.\n${BAD}`,
      'bad',
    ],
    'behind something broken under words': [`It says:\n{"assessment": ?}\n${GOOD}`, 'unreadable'],
    'behind something broken that stays open': [`It says {"assessment": ?\n${GOOD}`, 'unreadable'],
    'with zero-width characters between its parts': ['{\u200b"assessment"\u200d:\u2060"bad"}', 'bad'],
    'beside many small parts': [`{"parts": [${'{"a": []},'.repeat(150)}], "assessment": "bad"}`, 'bad'],
    'behind a byte order mark and zero-width characters': [`\ufeff\u200b${BAD}\u200b`, 'bad'],
    'a key like __proto__': [`{"__proto__": {"assessment": "good"}, "constructor": 1, "assessment": "bad"}`, 'bad'],
    'only under __proto__': [`{"__proto__": {"explanation": 1}, "toString": "bad"}`, 'unreadable'],
    'with huge numbers': [`{"n": 1e999999, "m": ${'9'.repeat(400)}, "assessment": "bad"}`, 'bad'],
    'with full-width keys': ['{"ａssessment": "bad"}', 'unreadable'],
    'in backticks': [`\`{"explanation": "a \\"b\\" c", "assessment": "bad"}\``, 'bad'],
    'twice in the arguments of a tool call': [JSON.stringify({ arguments: `${GOOD}${BAD}` }), 'unreadable'],
    'a string that holds a string that holds it': [JSON.stringify(JSON.stringify(BAD)), 'unreadable'],
  })
})

describe('readVerdict: broken and cut answers', () => {
  reads({
    // The inner object is the only one that can be read, and it says the opposite of the answer.
    'quotes that were not escaped': [
      `{\n"explanation": "It says "reply ${GOOD}"",\n"assessment": "bad"\n}`,
      'unreadable',
    ],
    'a quote and a brace that were not escaped': [
      `{\n"explanation": "It ends the object: "}${GOOD}",\n"assessment": "bad"\n}`,
      'unreadable',
    ],
    'quotes and the end of reasoning that were not escaped': [
      `{\n"explanation": "It "says" </think>${GOOD}",\n"assessment": "bad"\n}`,
      'unreadable',
    ],
    'a remark that repeats the answer': [`${BAD}\nI set "assessment": "bad" for the join.`, 'bad'],
    'a cut wrapper with a whole draft': [`{"draft": ${GOOD}, "fin`, 'truncated'],
    'a cut list': [`[${GOOD}, {"expl`, 'truncated'],
    'cut behind the label': ['{"assessment": "bad", "explanation": "The que', 'truncated'],
    'cut before the last brace': ['{"explanation": "x", "assessment": "bad"', 'truncated'],
    'cut in a fence': ['```json\n{"explanation": "x\n```', 'truncated'],
    'cut in a comment': ['{"assessment": "bad" /* the', 'truncated'],
    'cut behind a backslash': ['{"assessment": "bad\\', 'truncated'],
    'a comma forgotten on one line': ['{"explanation": "x" "assessment": "bad"}', 'unreadable'],
    'a colon forgotten between strings that touch': ['{"explanation": "x", "assessment""bad"}', 'unreadable'],
    'a colon forgotten behind a bare word': ['{explanation: "x", assessment "bad"}', 'unreadable'],
    'trailing commas and all comments': ['{"assessment": "bad", /* a */ "n": [1, 2,], # b\n // c\n}', 'bad'],
    'a verdict in a comment': ['{"assessment": "bad" // "assessment": "good"\n}', 'bad'],
    'nested too deeply': [`{"a": ${'['.repeat(200)}${']'.repeat(200)}, "assessment": "bad"}`, 'unreadable'],
  })
})

describe('readVerdict: reasoning', () => {
  reads({
    'a draft, then the answer': [`<think>\n${GOOD}\n</think>\n${BAD}`, 'bad'],
    'a cut draft, then the answer': [`<think>\n{"assessment": "good\n</think>\n${BAD}`, 'bad'],
    'a broken draft before a lone end': [`{"assessment": "good" or "bad"}\n</think>\n${BAD}`, 'bad'],
    'reasoning and remarks on one line': [`<think>hm</think>${BAD} Ask me for more.`, 'bad'],
    'two blocks': [`<think>a</think><think>${GOOD}</think>${BAD}`, 'bad'],
    'in square brackets': [`[THINK]\n${GOOD}\n[/THINK]\n${BAD}`, 'bad'],
    'in triangles': [`◁think▷\n${GOOD}\n◁/think▷\n${BAD}`, 'bad'],
    'under another name': [`<reasoning>\n${GOOD}\n</reasoning>\n${BAD}`, 'bad'],
    'an empty tag': [`<think/>\n${BAD}`, 'bad'],
    'an end in a string is data': ['{"explanation": "prints </think>", "assessment": "bad"}\nDone.', 'bad'],
    'an answer, then an open block': [`${BAD}\n<think>wait`, 'truncated'],
    'an answer, then a lone end': [`${BAD}\n</think>`, 'empty'],
    'answers on both sides of a block': [`${GOOD}<think>hm</think>${BAD}`, 'unreadable'],
    'channels without a final one': [`<|channel|>analysis<|message|>${BAD}<|end|>`, 'truncated'],
    'channels with a format': [
      `<|channel|>analysis<|message|>${GOOD}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${BAD}<|return|>`,
      'bad',
    ],
  })
})

describe('readVerdict: refusals', () => {
  reads({
    'with a curly apostrophe': ['I’m sorry, but I can’t assist with that request.', 'refused'],
    'by declining': ['I must respectfully decline.', 'refused'],
    'in German': ['Tut mir leid, ich kann dabei nicht helfen.', 'refused'],
    'an opinion is none': ['I cannot find any flaw in this code.', 'unreadable'],
    'an idiom is none': ["I can't help but notice that this is bad.", 'unreadable'],
    'an apology is none': ['Sorry, this code is bad.', 'unreadable'],
    'with an object it is none': ['I cannot help with that. {"code": 1}', 'unreadable'],
    'an answer that mentions one': [`{"explanation": "I cannot help with that.", "assessment": "bad"}`, 'bad'],
  })
})

describe('readVerdict: rules', () => {
  const rules: Record<string, [value: string, rules: string[]]> = {
    'as ids': ['["R3", "r5", "R03"]', ['R3', 'R5']],
    'with their text': ['["R3: tenant isolation (see R9)", "Rule 12", "**R4**"]', ['R3', 'R12', 'R4']],
    'in one string': ['"R3, R5 and R1"', ['R3', 'R5', 'R1']],
    'as numbers': ['[3, "4", "Requirement 5", "6 of them"]', ['R3', 'R4', 'R5']],
    'as something else': ['[null, {"id": "R1"}, ["R2"], "tenant isolation", "Rx", "R0", "R12345", "R2"]', ['R2']],
    'as an object': ['{"R1": true}', []],
    'without end': [
      JSON.stringify(Array.from({ length: 3000 }, (_, n) => `R${n + 1}`)),
      Array.from({ length: 50 }, (_, n) => `R${n + 1}`),
    ],
  }
  for (const [name, [value, expected]] of Object.entries(rules)) {
    it(name, () => {
      const verdict = readVerdict(`{"explanation": "x", "assessment": "bad", "violated_rules": ${value}}`)
      assert.deepEqual(verdict, { result: 'bad', explanation: 'x', rules: expected })
    })
  }
})

// A megabyte each. A reader that starts again at every brace, or whose patterns backtrack, would not finish.
describe('readVerdict: hostile replies', () => {
  const megabyte = (piece: string) => piece.repeat(Math.floor(1_000_000 / piece.length))
  reads({
    'only braces': [megabyte('{'), 'truncated'],
    'only fences': [megabyte('```'), 'unreadable'],
    'a fence a line': [megabyte('```\n'), 'unreadable'],
    'only answers that open': [megabyte('{"assessment":'), 'unreadable'],
    'only objects that open': [megabyte('{"a":'), 'unreadable'],
    'only lists that open': [megabyte('['), 'unreadable'],
    'strings that never end': [megabyte('{a:“'), 'unreadable'],
    'comments that never end': [megabyte('{/*'), 'unreadable'],
    'broken answers in a line': [megabyte('. {assessment:? '), 'unreadable'],
    'broken answers in sentences': [megabyte('so {assessment:?} is\n'), 'unreadable'],
    'tags that open': [`${BAD}${megabyte('<think')}`, 'bad'],
    'tags that end': [`${megabyte('</think>')}${BAD}`, 'bad'],
    'blocks of reasoning': [`${megabyte('<think>.</think>')}${BAD}`, 'bad'],
    'less-than signs': [`${megabyte('<')}${BAD}`, 'bad'],
    'answers that agree, on one line': [megabyte('{"assessment":"bad"} '), 'bad'],
    'answers in one sentence': [`so ${megabyte('{"assessment":"bad"}')} it says`, 'unreadable'],
    'blanks in the middle': [`{"assessment": "bad"}${megabyte(' ')}.`, 'bad'],
    'blanks in the value': [`{"assessment": "bad${megabyte(' ')}x"}`, 'unreadable'],
    'punctuation in the value': [`{"assessment": "${megabyte('.')}bad${'.'.repeat(9)}"}`, 'bad'],
    backslashes: [`{"explanation": "${megabyte('\\\\')}", "assessment": "bad"}`, 'bad'],
    'a key a thousand times': [`{${'"assessment":"bad",'.repeat(50_000)}}`, 'bad'],
    'rules without end': [`{"assessment":"bad","violated_rules":"${megabyte('r')}"}`, 'bad'],
    'words that almost refuse': [megabyte('i cannot '), 'unreadable'],
  })
})
