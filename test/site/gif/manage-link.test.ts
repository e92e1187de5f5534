import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { makeAsVisitor } from '../../support/visitor-gifs.ts'

const texts = english.publishing

async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.deepEqual(await faultsOf(page), [], `${name} ${colorScheme}`)
  }
}

test('a manage link opens its GIF, and the key is in no address, no Referer and no header', async (t) => {
  const site = await startSite(t)
  const files = await site.addWithFiles({ visibility: 'unlisted' })
  const { gif, key, answer } = await makeAsVisitor(
    site,
    { visibility: 'unlisted' },
    { mediaId: files.mediaId, renditions: files.renditions, width: files.width, height: files.height },
  )
  const earlier = await makeAsVisitor(site, { visibility: 'unlisted' })
  const page = await (await openBrowser(t)).newPage()
  await page.goto(earlier.answer.manage_url)
  await page.getByText(texts.manage.inBrowser).waitFor()
  const told: string[] = []
  page.on('request', (request) => {
    void request.allHeaders().then((headers) => told.push(request.url(), ...Object.values(headers)))
  })
  await page.goto(answer.manage_url)
  await page.getByRole('heading', { level: 1, name: 'A frog' }).waitFor()
  assert.equal(page.url(), `${site.url}/${gif.code}/manage`)
  await page.getByText(texts.manage.inBrowser).waitFor()
  await lookAt(page, 'manage')

  await page.getByLabel('Title').fill('A toad')
  await page.getByRole('button', { name: texts.manage.save }).click()
  await page.getByText(texts.manage.saved).waitFor()
  await page.getByRole('button', { name: texts.publish, exact: true }).click()
  await page.getByText(texts.manage.published).waitFor()

  // The page of the GIF knows the browser, and so does the manage page without a key.
  await page.getByRole('link', { name: texts.manage.view }).click()
  await page.getByRole('heading', { name: texts.madeHere.heading }).waitFor()
  await page.getByRole('button', { name: texts.madeHere.manage }).click()
  await page.getByRole('heading', { level: 1, name: 'A toad' }).waitFor()
  await page.goto(`${site.url}/${gif.code}/manage`)
  await page.getByRole('heading', { level: 1, name: 'A toad' }).waitFor()

  await page.getByRole('button', { name: english.gif.delete.confirm }).click()
  await page.getByRole('heading', { name: english.gif.delete.done }).waitFor()
  await page.goto(`${site.url}/${gif.code}/manage`)
  await page.getByLabel(texts.manage.key).waitFor()
  await lookAt(page, 'key')
  assert.deepEqual(await page.evaluate(`JSON.parse(localStorage.getItem('gifwright.made'))`), [
    { code: earlier.gif.code, key: earlier.key },
  ])

  await page.getByLabel(texts.manage.key).fill(key)
  await page.getByRole('button', { name: texts.manage.open }).click()
  await page
    .getByText(/does not open this GIF/)
    .first()
    .waitFor()
  assert.ok(told.length > 20)
  assert.deepEqual(
    told.filter((text) => text.includes(key)),
    [],
  )
})

test('an operator reviews GIFs by keys alone', async (t) => {
  const site = await startSite(t, { PUBLISHING: 'review' })
  const files = await site.addWithFiles({ visibility: 'unlisted' })
  for (const title of ['First', 'Second', 'Third']) {
    await makeAsVisitor(
      site,
      { title, 'tags[]': ['frog', 'pond'] },
      { mediaId: files.mediaId, renditions: files.renditions, width: files.width, height: files.height },
    )
  }
  const admin = await signedIn(site, { admin: true })
  const browser = await openBrowser(t)
  await admin.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/admin/review`)
  await lookAt(page, 'review')
  await page.getByText(texts.review.keys).waitFor()
  const phone = await openBrowser(t, { hasTouch: true, isMobile: true })
  await admin.enter(phone)
  const touched = await phone.newPage()
  await touched.goto(`${site.url}/admin/review`)
  const keys = touched.locator('[data-review-keys]:not([hidden])')
  await keys.waitFor({ state: 'attached' })
  assert.equal(await keys.isVisible(), false, 'a phone has no keys')
  await page.getByLabel(texts.review.select('First')).focus()
  await page.keyboard.press('a')
  await page.getByText(english.admin.done.approved).waitFor()
  await page.getByText('2 GIFs wait').waitFor()
  // The focus is on the next one.
  await page.keyboard.press('x')
  assert.ok(await page.getByLabel(texts.review.select('Second')).isChecked())
  await page.getByLabel(texts.review.reason).fill('An advertisement')
  await page.getByRole('button', { name: texts.review.declineSelected }).click()
  await page.getByText(english.admin.done.declined).waitFor()
  await page.keyboard.press('d')
  await page.getByText(texts.review.none).waitFor()
  const states = await site.withStores(async ({ visitorGifs }) => visitorGifs.countWaiting())
  assert.equal(states, 0)
})
