import type { TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { CleanUp } from '../clean-up.ts'
import { answer, startOrigin } from '../http/origin-server.ts'
import { startSite, type TestSite } from '../site.ts'

export type HostPage = {
  page: Page
  url: string
  /** The details of the picker's `gif` events, and the messages from frames. */
  picked: () => Promise<Record<string, unknown>[]>
  messages: () => Promise<{ origin: string; data: Record<string, unknown> }[]>
  /** Every request of the page, as `METHOD address`. */
  requests: string[]
  /** The page's console output, and thrown errors. */
  complaints: string[]
}

const listener = `
  window.picked = []
  window.messages = []
  addEventListener('gif', (event) => picked.push(event.detail))
  addEventListener('message', ({ origin, data }) => messages.push({ origin, data }))
`

/** A page on an origin of its own with a strict policy, which shows `body` and loads the script of the instance. */
export async function openHostPage(
  t: TestContext,
  browser: BrowserContext,
  { instance, body, html = '<html lang="en">' }: { instance: string; body: string; html?: string },
): Promise<HostPage> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${instance}`,
    `connect-src ${instance}`,
    `img-src ${instance}`,
    `frame-src ${instance}`,
    "style-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const markup = `<!doctype html>${html}<head><meta charset="utf-8"><title>An app</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="${instance}/favicon.svg"><script src="/listener.js"></script>
    <script type="module" src="${instance}/picker.js"></script></head>
    <body><main><h1>An app</h1>${body}</main></body></html>`
  const origin = await startOrigin(t, {
    '/': answer(markup, { 'content-type': 'text/html', 'content-security-policy': policy }),
    '/listener.js': answer(listener, { 'content-type': 'text/javascript' }),
  })
  const page = await browser.newPage()
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => void requests.push(`${request.method()} ${request.url()}`))
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  const url = origin.url('/').href
  await page.goto(url)
  return {
    page,
    url,
    requests,
    complaints,
    picked: () => page.evaluate('picked'),
    messages: () => page.evaluate('messages'),
  }
}

/** An instance for the picker: a frog, and 40 birds, which show the files of the frog. */
export async function startPickerSite(t: CleanUp): Promise<{ site: TestSite; mediaId: string }> {
  const site = await startSite(t)
  const { mediaId } = await site.addWithFiles({ title: 'A frog jumps', tags: ['frog'], rating: 'g' })
  for (let number = 0; number < 40; number++) {
    const height = 100 + ((number * 37) % 200)
    await site.add({ mediaId, title: `Bird ${number}`, tags: ['birdsong'], width: 320, height, rating: 'g' })
  }
  return { site, mediaId }
}
