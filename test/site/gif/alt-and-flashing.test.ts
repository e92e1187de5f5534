import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../../support/browser/browser.ts'
import { pageOf, type Page } from '../../support/browser/page.ts'
import { startSite } from '../../support/site.ts'
import { untilOnPage } from '../../support/until.ts'

// One site for all tests of the file.
const site = await startSite({ after })
const alt = 'A frog <jumps> off a leaf'
const calm = await site.addWithFiles({ title: 'Calm', alt })
const strobe = await site.add({ mediaId: calm.mediaId, title: 'Strobe', flashing: true })

const oembedOf = async (code: string) =>
  Object((await site.json(`/oembed?url=${encodeURIComponent(`${site.url}/${code}`)}`)).body) as Record<
    string,
    unknown
  >

/** The content of a page's `meta` with this property or name. */
const metaOf = (page: Page, name: string) =>
  page.elements('meta').find(({ attribs }) => attribs.property === name || attribs.name === name)?.attribs
    .content

test('a description is read out in place of the GIF, and shown on its page', async () => {
  const page = await pageOf(`${site.url}/${calm.code}`)
  assert.equal(page.all('img', 'alt').includes(alt), true)
  assert.ok(page.all('img', 'alt').includes(alt))
  const shown = page.elements('p').find(({ attribs }) => attribs.class === 'gif__alt')
  assert.equal(shown && page.wordsOf(shown), `Description: ${alt}`)
  assert.deepEqual([metaOf(page, 'og:image:alt'), metaOf(page, 'twitter:image:alt')], [alt, alt])
  assert.ok((await pageOf(site.url)).all('img', 'alt').includes(alt))
  assert.deepEqual((await pageOf(`${site.url}/embed/${calm.code}`)).all('video', 'aria-label'), [alt])
  assert.equal((await oembedOf(calm.code)).description, alt)
})

test('a flashing GIF shows its still to other sites, and is covered here', async () => {
  const page = await pageOf(`${site.url}/${strobe.code}`)
  const spoilers = page.elements('details').filter(({ attribs }) => attribs.class?.includes('spoiler'))
  assert.deepEqual([spoilers.length, page.all('video', 'autoplay').length], [1, 0])
  assert.match(metaOf(page, 'og:image') ?? '', /\.jpg$/)
  assert.equal(metaOf(page, 'og:video'), undefined)
  assert.equal((await pageOf(`${site.url}/embed/${strobe.code}`)).count('details'), 1)
  assert.match(String((await oembedOf(strobe.code)).url), /\.jpg$/)
  assert.equal((await pageOf(site.url)).all('a', 'data-mp4').length, 1)
})

test('it plays once it is opened, also by keyboard; its card stays still under the pointer', async (t) => {
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(site.url)
  const card = page.locator('.card--flashing > a')
  await card.hover()
  await untilOnPage(page, `document.querySelector('video.card__moving--shown') !== null`)
  assert.equal(await page.locator('.card--flashing video').count(), 0)
  const filter = 'getComputedStyle(document.querySelector(".card--flashing img")).filter'
  assert.match(await page.evaluate<string>(filter), /blur/)
  await card.click()
  const summary = page.locator('.gif-player summary')
  assert.match(await summary.innerText(), /This GIF flashes/)
  assert.equal(await page.evaluate('document.querySelector("video").paused'), true)
  await summary.focus()
  await page.keyboard.press('Enter')
  await untilOnPage(page, 'document.querySelector("video").currentTime > 0')
})
