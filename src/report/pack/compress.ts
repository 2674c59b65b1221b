import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Large enough for a whole chunk. With a smaller buffer, the compressing thread would wait for this thread after each part. */
const BUFFER_SIZE = 256 * 1024

/** Compresses a value as client/chunks.js reads it: JSON, gzip, base64. */
export async function compressJson(value: unknown): Promise<string> {
  return compressText(JSON.stringify(value))
}

/** Compresses text that is JSON already. */
export async function compressText(json: string): Promise<string> {
  return (await compress(json, { level: 6, chunkSize: BUFFER_SIZE })).toString('base64')
}
