// SQL types of parameters, by what a value of the type can hold.

export function isText(type: string): boolean {
  return /^(text|citext|character varying|varchar)/.test(type) && !type.endsWith('[]')
}

export function isJson(type: string): boolean {
  return /^jsonb?$/.test(type)
}

/** Whether a value of the type can hold any text: text, a list of texts, or JSON. */
export function canHoldText(type: string): boolean {
  return isText(type.replace(/\[\]$/, '')) || isJson(type)
}

export function isWholeNumber(type: string): boolean {
  return /^(smallint|int|integer|bigint|int[248])$/.test(type)
}

export function isNumber(type: string): boolean {
  return isWholeNumber(type) || (/^(numeric|decimal|real|double|float|money)/.test(type) && !type.endsWith('[]'))
}

export function isTime(type: string): boolean {
  return /^(date$|timestamp)/.test(type) && !type.endsWith('[]')
}

/** Types whose values are not chosen from a short list: amounts, times, ids, documents and lists. */
const NOT_CHOSEN = /int|numeric|real|double|money|date|time|interval|uuid|json|range|\[\]$/

/** Whether values of the type may come from a short list, as those of an enum do. */
export function isChosenType(type: string): boolean {
  return !NOT_CHOSEN.test(type)
}
