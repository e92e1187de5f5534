import { keepShared } from '../../../kit/client/shared-source.ts'

/** As much of a service worker as is used here; the types of browsers' pages have none. */
declare const self: {
  registration: { scope: string }
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'install', listener: () => void): void
  skipWaiting(): Promise<void>
}
type FetchEvent = Event & { request: Request; respondWith(response: Promise<Response>): void }

/*
 * A service worker for one address, the share target of the manifest: it keeps what another app shared in the browser
 * and opens the maker, which shows it. Nothing is sent, nothing is stored on the server, and no other request comes here.
 */
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST') event.respondWith(receive(event.request))
})

async function receive(request: Request): Promise<Response> {
  const maker = new URL('create', self.registration.scope)
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((value) => value instanceof File)
    // Some apps put the link into the text, some into the title.
    const texts = ['url', 'text', 'title'].map((name) => form.get(name))
    await keepShared({ files, link: files.length > 0 ? '' : firstLink(texts) })
  } catch {
    maker.searchParams.set('shared', 'missed')
  }
  return Response.redirect(maker.href, 303)
}

function firstLink(texts: readonly unknown[]): string {
  for (const text of texts) {
    const link = typeof text === 'string' ? /https?:\/\/\S+/i.exec(text)?.[0] : undefined
    if (link !== undefined) return link
  }
  return ''
}
