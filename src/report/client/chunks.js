// The data of the page: gzip in base64, in <script> elements that no browser runs. Data is decompressed when it is needed.

/** @type {Map<string, Promise<unknown>>} */
const opened = new Map()

/**
 * Decompresses the data of an element, once.
 * @param {string} id
 * @returns {Promise<any>}
 */
export function openData(id) {
  const before = opened.get(id)
  if (before) return before
  const work = unpack(document.getElementById(id)?.textContent ?? '')
  opened.set(id, work)
  return work
}

/** @param {string} base64 */
async function unpack(base64) {
  const letters = atob(base64.trim())
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return JSON.parse(await new Response(stream).text())
}
