import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import { buildSync } from 'esbuild'
import type { Page, Response } from 'playwright-core'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { answer, startOrigin } from '../http/origin-server.ts'

export type ClientPage = {
  page: Page
  /** Every answer that the page got. */
  responses: Response[]
  /**
   * Waits until the page has put the given number of GIFs into `window.chosen`; returns them as the client passed them.
   */
  chosen: <T>(count: number) => Promise<T[]>
  /** Names of the hosts, other than its own, that the page contacted. */
  hosts: () => string[]
  /** Errors and warnings of the console, thrown errors, and failed requests. */
  complaints: string[]
}

/**
 * An app on an origin of its own: one of test/clients/pages, bundled with the published packages that it imports, and
 * with the address of the instance as `INSTANCE`. Requests to `redirected`, hosts that are fixed in a package, get the
 * instance's answer.
 */
export async function openClientPage(
  t: TestContext,
  name: string,
  instance: string,
  { redirected = [], ...options }: BrowserOptions & { redirected?: string[] } = {},
): Promise<ClientPage> {
  const origin = await startOrigin(t, {
    '/': answer(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An app</title><link rel="icon" href="data:,">
      <link rel="stylesheet" href="/app.css"></head>
      <body><main id="app"></main><script type="module" src="/app.js"></script></body></html>`,
      { 'content-type': 'text/html' },
    ),
    ...bundle(name, instance),
  })
  const browser = await openBrowser(t, options)
  const page = await browser.newPage()
  const hosts = new Set<string>()
  const responses: Response[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== origin.pair) hosts.add(host)
  })
  page.on('response', (response) => {
    responses.push(response)
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => void complaints.push(`failed: ${request.url()}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => void complaints.push(error.message))
  for (const host of redirected)
    await page.route(`https://${host}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: instance + pathname + search }) })
    })
  await page.goto(origin.url('/').href)
  return {
    page,
    responses,
    complaints,
    hosts: () => [...hosts].toSorted(),
    async chosen<T>(count: number) {
      await page.waitForFunction(`chosen.length >= ${count}`)
      return page.evaluate<T[]>('chosen')
    },
  }
}

function bundle(name: string, instance: string) {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../../clients/pages/${name}`, import.meta.url))],
    bundle: true,
    write: false,
    outdir: 'app',
    entryNames: 'app',
    format: 'esm',
    jsx: 'automatic',
    define: {
      INSTANCE: JSON.stringify(instance),
      'process.env.NODE_ENV': '"production"',
      // As webpack does: react-giphy-searchbox needs it.
      'module.hot': 'undefined',
    },
  })
  const code = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''
  return {
    '/app.js': answer(code('.js'), { 'content-type': 'text/javascript' }),
    '/app.css': answer(code('.css'), { 'content-type': 'text/css' }),
  }
}
