import assert from 'node:assert/strict'
import { get } from 'node:http'
import { test } from 'node:test'
import { formOptions } from '#src/options/form-options.ts'
import { siteAssets } from '#src/site/kit/assets/assets.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { fillPage } from '../support/browser/trending-page.ts'
import { checkLateMedia } from '../support/browser/layout-shift.ts'
import { pageOf } from '../support/browser/page.ts'
import { startSite } from '../support/site.ts'
import { untilOnPage } from '../support/until.ts'

/** The maximum that issue 3 allows, and the target well below it. */
const maxWireBytes = 60_000
const targetWireBytes = 30_000

/** A site with the given number of GIFs, which share the files of one; its page is at `path`. */
async function siteOf(t: { after(action: () => Promise<void>): void }, count: number) {
  const site = await startSite(t)
  const code = await fillPage(site, count)
  return { site, path: `/${code}` }
}

test('HTML, CSS and script of a full front page are small over the wire', async (t) => {
  const site = await startSite(t)
  for (let number = 0; number < 30; number++) {
    await site.add({ title: `A title of ordinary length, the ${number}th of all`, height: 200 + number * 9 })
  }
  const page = await pageOf(site.url)
  const styles = page
    .elements('link')
    .flatMap(({ attribs }) => (attribs.rel === 'stylesheet' ? [attribs.href ?? ''] : []))
  const sizes: Record<string, number> = {}
  for (const path of ['/', ...styles, ...page.all('script', 'src')])
    sizes[path] = await wireBytes(site.url + path)
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  t.diagnostic(`bytes over the wire, headers and all: ${JSON.stringify(sizes)}, together ${all}`)
  assert.equal(Object.keys(sizes).length, 5)
  assert.ok(all <= maxWireBytes)
  assert.ok(all <= targetWireBytes)
})

test('the maker can be used after 60 KB over the wire, whatever it loads later', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const paths: string[] = []
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
  await page.goto(`${site.url}/create`, { waitUntil: 'networkidle' })
  await page.getByText('Choose files').waitFor()
  const sizes: Record<string, number> = {}
  for (const path of paths) sizes[path] = await wireBytes(site.url + path)
  const all = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0)
  t.diagnostic(`bytes over the wire, headers and all: ${JSON.stringify(sizes)}, together ${all}`)
  assert.ok(Object.keys(sizes).length >= 5)
  assert.ok(all <= maxWireBytes, `${all} bytes`)
})

test('the maker’s script carries no texts of options that only the server shows', () => {
  const script = siteAssets().bundles.maker.script.forms.identity.bytes.toString()
  for (const { label, description, help } of formOptions) {
    assert.ok(script.includes(label), label)
    assert.ok(!script.includes(description), description)
    if (typeof help === 'string') assert.ok(!script.includes(help), help)
  }
})

test('nothing moves while a page loads, however late its media arrive', async (t) => {
  const { site, path: gifPath } = await siteOf(t, 24)
  for (const path of ['/', gifPath]) await checkLateMedia(t, site.url + path, { width: 360, height: 740 })
})

test('the page is painted, and works, before the script has loaded', async (t) => {
  const { site } = await siteOf(t, 30)
  const page = await (await openBrowser(t)).newPage()
  // Never answered: neither blocked nor loaded.
  await page.route('**/static/**/*.js', () => {})
  await page.goto(site.url, { waitUntil: 'commit' })
  await untilOnPage(page, `performance.getEntriesByName('first-contentful-paint').length === 1`)
  await untilOnPage(page, `document.querySelector('.card img').naturalWidth > 0`)
  await page.getByRole('link', { name: 'A title of ordinary length 29' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click({ noWaitAfter: true })
  await page.getByText('Page 2 of 2').waitFor()
})

test('a page loads nothing from elsewhere', async (t) => {
  const { site } = await siteOf(t, 3)
  const page = await (await openBrowser(t)).newPage()
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
  await page.goto(site.url, { waitUntil: 'networkidle' })
  assert.deepEqual([...hosts], [new URL(site.url).host])
})

/** The size of an answer on the wire: head and compressed body. */
function wireBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers: { 'accept-encoding': 'br, gzip' }, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(request.socket?.bytesRead ?? Infinity))
    })
    request.on('error', reject)
  })
}
