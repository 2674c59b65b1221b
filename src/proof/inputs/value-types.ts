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
