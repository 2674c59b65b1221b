import { stringsIn } from './literals-in.ts'

/** The most marks of one text. */
const MOST = 12

const MARK = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/g

/**
 * The marks of dollar quotes inside the texts of the code, each once: `$q$`, `$$`. Text that is run can only stand
 * there. The mark around the body of a function is none of them: the body cannot hold it.
 */
export function quoteMarksIn(code: string): string[] {
  return [...new Set(stringsIn(code).flatMap(text => text.match(MARK) ?? []))].slice(0, MOST)
}
