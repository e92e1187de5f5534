/** What another app shared: kept in the browser until the maker takes it. */
export type Shared = { files: File[]; link: string }

const cacheName = 'shared-with-maker'

/** Older things are not what a person comes to the maker for. */
const maxAgeMs = 15 * 60_000

/** Keeps what was shared, in place of what was shared before. */
export async function keepShared({ files, link }: Shared): Promise<void> {
  await caches.delete(cacheName)
  const cache = await caches.open(cacheName)
  const time = String(Date.now())
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name), 'x-time': time }
    await cache.put(`/shared/file/${index}`, new Response(file, { headers }))
  }
  if (link !== '') await cache.put('/shared/link', new Response(link, { headers: { 'x-time': time } }))
}

/** What was shared a short while ago, once: it is forgotten with that. Null where there is nothing. */
export async function takeShared(): Promise<Shared | null> {
  // There are no caches on pages without https.
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return null
  const cache = await caches.open(cacheName)
  const shared: Shared = { files: [], link: '' }
  for (const request of await cache.keys()) {
    const response = await cache.match(request)
    if (!response || Date.now() - Number(response.headers.get('x-time')) > maxAgeMs) continue
    if (request.url.endsWith('/shared/link')) shared.link = await response.text()
    else shared.files.push(await fileOf(response))
  }
  await caches.delete(cacheName)
  return shared.files.length === 0 && shared.link === '' ? null : shared
}

async function fileOf(response: Response): Promise<File> {
  const name = decodeURIComponent(response.headers.get('x-name') ?? '')
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
}
