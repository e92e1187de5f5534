import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { hasFocus, openMaker } from '../../support/browser/maker.ts'
import { startSite } from '../../support/site.ts'

const recordCamera = (page: Page) => page.getByRole('button', { name: 'Record your camera' })

/** The requests of the page from now on: all of them, and those that have a body. */
function watchRequests(page: Page) {
  const seen: string[] = []
  const sent: string[] = []
  page.on('request', (request) => {
    // Files of the page itself.
    if (request.url().startsWith('blob:')) return
    seen.push(new URL(request.url()).pathname)
    if (request.method() !== 'GET') sent.push(request.url())
  })
  return { seen, sent }
}

async function open(t: TestContext, settings: Record<string, string> = {}) {
  const site = await startSite(t, settings)
  const { page, calm } = await openMaker(site, await openBrowser(t))
  return { site, page, calm }
}

test('a recording of the screen ends by itself at the limit', async (t) => {
  const { page, calm } = await open(t, { MAX_RECORDING_SECONDS: '3' })
  const { sent } = watchRequests(page)
  await page.getByRole('button', { name: 'Record your screen' }).click()
  await page.getByText(/^Screen recording\.webm · \d+(\.\d)? s/).waitFor()
  assert.deepEqual(sent, [])
  assert.equal(await page.locator('[data-recorder]').isVisible(), false)
  calm()
})

test('a source that cannot be recorded is reported in a sentence, and a recording can be canceled', async (t) => {
  const { page } = await open(t)
  await page.evaluate(`
    navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', window.refusal) }
    window.refusal = 'NotAllowedError'`)
  await recordCamera(page).click()
  await page.getByRole('alert').getByText('The camera is blocked. Allow it for this site').waitFor()
  assert.ok(await hasFocus(recordCamera(page)))
  await page.evaluate("window.refusal = 'NotFoundError'")
  await recordCamera(page).click()
  await page.getByRole('alert').getByText('No camera was found.').waitFor()
  // In WebKit this is no DOMException.
  await page.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
    throw { name: window.refusal, constraint: 'width' }
  }`)
  await page.evaluate("window.refusal = 'OverconstrainedError'")
  await recordCamera(page).click()
  await page.locator('[data-recorder]').waitFor({ state: 'hidden' })
  await page.getByRole('alert').getByText('No camera was found.').waitFor()
  await page.reload()
  // Some cameras take seconds to give their first frame: recording can be canceled before that, too.
  await page.evaluate('HTMLMediaElement.prototype.play = () => new Promise(() => undefined)')
  await recordCamera(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Drop a video or pictures here').waitFor()
  await page.reload()
  await recordCamera(page).click()
  await page.getByRole('button', { name: 'Start' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Drop a video or pictures here').waitFor()
  assert.ok(await hasFocus(recordCamera(page)))
})

test('an insecure page states the requirements of recording', async (t) => {
  const site = await startSite(t)
  const page = await (await openBrowser(t)).newPage()
  await page.addInitScript(`
    Object.defineProperty(window, 'isSecureContext', { value: false })
    delete Navigator.prototype.mediaDevices`)
  await page.goto(`${site.url}/create`)
  await page.getByText('Recording needs an https address.').waitFor()
  assert.equal(await recordCamera(page).isVisible(), false)
})
