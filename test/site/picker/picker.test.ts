import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { siteAssets } from '#src/site/kit/assets/assets.ts'

import { faultsOf } from '../../support/browser/axe.ts'

import { openBrowser } from '../../support/browser/browser.ts'

import { watchLayoutShift } from '../../support/browser/layout-shift.ts'

import { openHostPage, startPickerSite } from '../../support/browser/picker-page.ts'

import { shareInFile } from '../../support/shared.ts'

import { isFullRun } from '../../support/full-run.ts'

import { until } from '../../support/until.ts'

const maxPackedBytes = 15_000

const shared = shareInFile(startPickerSite)
const options = (page: Page) => page.getByRole('option')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search GIFs' })
const imagesOf = (page: Page, property: 'src' | 'alt') =>
  page.evaluate<string[]>(
    `[...document.querySelector('gifwright-picker').shadowRoot.querySelectorAll('img')].map((image) => image.${property})`,
  )
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.querySelector('gifwright-picker').shadowRoot.activeElement?.querySelector('img')?.alt ?? ''`,
  )

test('a page of another origin with a strict policy uses the picker by keyboard alone', async (t) => {
  const { site, mediaId } = shared()
  const browser = await openBrowser(t)
  const { page, picked, requests, complaints, url } = await openHostPage(t, browser, {
    instance: site.url,
    body: '<gifwright-picker></gifwright-picker>',
  })
  await options(page).first().waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Tab')
  await page.keyboard.type('fro')
  await page.getByRole('status').filter({ hasText: 'GIFs found: 1' }).waitFor()
  await page.getByRole('button', { name: 'frog', exact: true }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(page), 'A frog jumps')
  const counted = page.waitForResponse(/\/api\/use\//)
  await page.keyboard.press('Enter')
  assert.equal((await counted).status(), 200)

  const [gif, ...others] = await picked()
  assert.deepEqual(others, [])
  const media = `${site.url}/media/gifs/${mediaId}`
  const code = String(gif?.code)
  assert.deepEqual(gif, {
    code,
    title: 'A frog jumps',
    page: `${site.url}/${code}`,
    gif: `${media}/gif.gif`,
    mp4: `${media}/video.mp4`,
    webp: `${media}/animation.webp`,
    tinygif: `${media}/gif.gif`,
    width: 320,
    height: 180,
    alt: 'A frog jumps',
    flashing: false,
  })
  // Escape returns to the search field, then empties it.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Trending', pressed: true }).waitFor()
  assert.equal(await search(page).inputValue(), '')
  const hosts = new Set(requests.map((request) => new URL(request.split(' ')[1] ?? '').origin))
  assert.deepEqual(hosts, new Set([new URL(url).origin, site.url]))
  assert.deepEqual(complaints, [])
})

test('arrow keys follow the visual order, in either writing direction, and the tiles are stills with reduced motion', async (t) => {
  const { site } = shared()
  for (const direction of isFullRun ? (['rtl', 'ltr'] as const) : (['rtl'] as const)) {
    const browser = await openBrowser(t, { reducedMotion: 'reduce', colorScheme: 'dark' })
    const { page } = await openHostPage(t, browser, {
      instance: site.url,
      html: `<html lang="en" dir="${direction}">`,
      body: '<gifwright-picker columns="3"></gifwright-picker>',
    })
    await options(page).nth(5).waitFor()
    const sources = () => imagesOf(page, 'src')
    assert.ok((await sources()).every((source) => source.endsWith('thumb.jpg')))
    assert.deepEqual(await faultsOf(page), [])
    await options(page).first().focus()
    const [first = '', second = ''] = await sources()
    assert.ok(first.endsWith('animation.webp'), 'plays with the focus')
    assert.ok(second.endsWith('thumb.jpg'))
    const box = async () => (await page.locator('[role=option][tabindex="0"]').boundingBox())!
    const start = await box()
    await page.keyboard.press(direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft')
    const after = await box()
    assert.equal(Math.sign(after.x - start.x), direction === 'ltr' ? 1 : -1)
    assert.equal(after.y, start.y)
    await page.keyboard.press('ArrowDown')
    const below = await box()
    assert.equal(below.x, after.x)
    assert.ok(below.y > after.y)
    await page.keyboard.press('Home')
    assert.deepEqual(await box(), start)
    const last = (await imagesOf(page, 'alt')).at(-1)
    await page.keyboard.press('End')
    assert.equal(await focused(page), last)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    assert.equal(await focused(page), '', 'the first row leads back to the search field')
    assert.equal(await page.locator('[role=option][tabindex="0"]').count(), 1)
    await page.close()
  }
})

test('scrolling loads more GIFs, none twice, and nothing moves', async (t) => {
  const { site } = shared()
  const browser = await openBrowser(t)
  const { page, requests } = await openHostPage(t, browser, {
    instance: site.url,
    body: '<gifwright-picker limit="12"></gifwright-picker>',
  })
  const shift = await watchLayoutShift(page)
  await options(page).nth(11).waitFor()
  requests.length = 0
  await page.reload()
  await options(page).nth(11).waitFor()
  await search(page).fill('birdsong')
  await page.getByRole('status').filter({ hasText: 'GIFs found: 40' }).waitFor()
  await page.mouse.move(200, 300)
  await until('all GIFs', async () => {
    await page.mouse.wheel(0, 400)
    return (await options(page).count()) === 40
  })
  const names = await imagesOf(page, 'alt')
  assert.equal(new Set(names).size, 40)
  assert.equal(await shift(), 0)
  const calls = requests.filter((request) => request.includes('/api/'))
  assert.equal(new Set(calls).size, calls.length, 'nothing is requested twice')
  assert.equal(requests.filter((request) => request.includes('/api/find')).length, 4)
})

test('with a key the picker uses the Tenor-compatible interface', async (t) => {
  const { site, mediaId } = shared()
  const browser = await openBrowser(t)
  const { page, picked, requests, complaints } = await openHostPage(t, browser, {
    instance: site.url,
    body: '<gifwright-picker key="any" rating="g" limit="12"></gifwright-picker>',
  })
  await page.getByRole('button', { name: 'Animals' }).click()
  await options(page).first().waitFor()
  await page.getByRole('button', { name: 'Trending' }).click()
  await search(page).fill('frog')
  await page
    .getByRole('status')
    .filter({ hasText: /GIFs found: 1$/ })
    .waitFor()
  const counted = page.waitForResponse(/\/v2\/registershare/)
  await page.getByRole('option', { name: 'A frog jumps' }).click()
  assert.equal((await counted).status(), 200)
  const [gif] = await picked()
  assert.equal(gif?.page, `${site.url}/${String(gif?.code)}`)
  assert.deepEqual([gif?.title, gif?.width, gif?.height], ['A frog jumps', 320, 180])
  assert.equal(gif?.mp4, `${site.url}/media/gifs/${mediaId}/video.mp4`)
  const asked = requests.filter((request) => request.includes('/v2/'))
  assert.ok(asked.every((request) => request.includes('key=any')))
  assert.equal(asked.filter((request) => /\/v2\/search.*q=frog/.test(request)).length, 1, 'it has one page')
  assert.ok(asked.some((request) => request.includes('/v2/search') && request.includes('contentfilter=high')))
  assert.deepEqual(
    requests.filter((request) => request.includes('/api/')),
    [],
  )
  assert.deepEqual(complaints, [])
})

test('the script is small, and other origins may load it but no other file of the site', async () => {
  const { site } = shared()
  const { picker, pickerFrame, bundles } = siteAssets()
  for (const { forms } of [picker, pickerFrame.script]) assert.ok(forms.br.bytes.length <= maxPackedBytes)
  const script = await site.fetch('/picker.js', { headers: { 'accept-encoding': 'br' } })
  assert.equal(script.headers.get('content-encoding'), 'br')
  assert.equal(script.headers.get('access-control-allow-origin'), '*')
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(script.headers.get('cache-control') ?? '', /max-age=300/)
  const etag = script.headers.get('etag') ?? ''
  const again = await site.fetch('/picker.js', {
    headers: { 'accept-encoding': 'br', 'if-none-match': etag },
  })
  assert.equal(again.status, 304)
  for (const path of [bundles.kit.script.path, '/', '/picker?origin=*']) {
    assert.equal((await site.fetch(path)).headers.get('access-control-allow-origin'), null, path)
  }
})
