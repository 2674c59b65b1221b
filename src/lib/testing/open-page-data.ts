import { gunzipSync } from 'node:zlib'

/** What the page's script would find under an id. */
export function openPageData<T>(page: string, id: string): T {
  return JSON.parse(openAll(page).get(id) ?? 'null')
}

/** Everything that a page says, compressed or not. */
export function openPage(page: string): string {
  return [page, ...openAll(page).values()].join('\n')
}

function openAll(page: string): Map<string, string> {
  const found = page.matchAll(/<script type="application\/octet-stream" id="([\w-]+)">([^<]*)</g)
  return new Map(
    [...found].map(([, id = '', base64 = '']) => [id, gunzipSync(Buffer.from(base64, 'base64')).toString()]),
  )
}
