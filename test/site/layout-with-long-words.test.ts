import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { newTask } from '../contract/stores.ts'
import { faultsOf } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { pageOf } from '../support/browser/page.ts'
import { checkTopBar } from '../support/browser/top-bar.ts'
import { signedIn } from '../support/signed-in.ts'
import { shareSite, startSite } from '../support/site.ts'

const site = shareSite()

const longTitle = 'A frog that jumps over very many puddles '.repeat(5).slice(0, 200)
const hebrew = 'צפרדע קופצת'

test('a very long title leaves the actions of a GIF visible, and a card its room', async (t) => {
  const gif = await site.addWithFiles({ title: longTitle })
  const page = await (await openBrowser(t, { reducedMotion: 'reduce' })).newPage()
  await page.goto(`${site.url}/${gif.code}`)
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  assert.ok(heading !== null && heading.height < 180, JSON.stringify(heading))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${site.url}/?q=${encodeURIComponent(longTitle)}`)
  const search = await page.getByRole('heading', { level: 1 }).boundingBox()
  assert.ok(search !== null && search.height < 100, JSON.stringify(search))
  const words = await page.locator('.card__title > span').boundingBox()
  const card = await page.locator('.card').boundingBox()
  assert.ok(words !== null && card !== null && words.y > card.y, JSON.stringify({ words, card }))
})

test('a very long address of a task takes two lines of the list, and is shown in full on a press', async (t) => {
  const operator = await signedIn(site, { admin: true })
  const url = `https://video.example/${'a'.repeat(3000)}`
  await site.withStores(async ({ tasks }) => {
    const task = newTask()
    const clip = { startSeconds: 0, endSeconds: 2, clip: defaultClipOptions }
    const details = {
      categoryId: 1,
      title: longTitle,
      alt: null,
      tags: [],
      visibility: 'public' as const,
      rating: null,
      watermark: true,
      gif: defaultGifOptions,
    }
    await tasks.submissions.add(
      { ...task, request: { kind: 'url', url, uploads: [], ...clip, ...details } },
      1000,
    )
  })
  const browser = await openBrowser(t)
  await operator.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/admin/tasks`)
  const address = page.locator('summary', { hasText: 'video.example' })
  assert.deepEqual(await faultsOf(page), [])
  const height = async () => (await address.boundingBox())?.height ?? 0
  const before = await height()
  assert.ok(before < 60, String(before))
  await address.click()
  assert.ok((await height()) > 3 * before)
})

test('right-to-left text of users is displayed right to left', async (t) => {
  const site = await startSite(t)
  const { account, headers } = await signedIn(site)
  const gif = await site.add({ title: hebrew, tags: [hebrew], ownerId: account.id })
  for (const path of ['/', `/?q=${encodeURIComponent(hebrew)}`, `/${gif.code}`, '/mine']) {
    const page = await pageOf(site.url + path, { headers })
    const said = ['h1', 'a', 'span']
      .flatMap(page.elements)
      .filter(({ attribs }) => attribs.dir === 'auto')
      .map((element) => page.wordsOf(element).replace(/[#“”]/g, ''))
    assert.ok(said.includes(hebrew), path)
  }
})

test('the logo, “Make a GIF” and “Sign in” fit side by side at 320 pixels in German, with its long words', async (t) => {
  await checkTopBar(t, site, 'de')
})
