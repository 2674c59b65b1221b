import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Room for what a chunk takes: with less, each part of it would wait for this thread before the next is compressed. */
const OUTPUT_SIZE = 256 * 1024

/** As the page's script opens it: JSON, gzip, base64. */
export async function compressJson(value: unknown): Promise<string> {
  return compressText(JSON.stringify(value))
}

/** The same of text that is JSON already. */
export async function compressText(json: string): Promise<string> {
  return (await compress(json, { level: 6, chunkSize: OUTPUT_SIZE })).toString('base64')
}
