import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { markupFaultsOf } from '../../support/browser/html-validity.ts'
import { pageOf } from '../../support/browser/page.ts'
import { checkTrendingPage, fillTrendingPage, trend } from '../../support/browser/trending-page.ts'
import { shareSite, startSite } from '../../support/site.ts'
import { makeTrend } from '../../support/stores/trends.ts'

const texts = english.browse

const site = shareSite({}, fillTrendingPage)

test('the front page shows trending GIFs, then the newest', async () => {
  const page = await pageOf(site.url)
  assert.deepEqual(page.cards().slice(0, 8), [...trend, 'GIF 60', 'GIF 59'])
  assert.equal(page.cards().length, 6 + 24)
  assert.deepEqual([page.text('h1'), page.text('h2')], [texts.trending, texts.newest])
  assert.deepEqual(await markupFaultsOf(page.body), [])
  const second = await pageOf(`${site.url}/?page=2`)
  assert.deepEqual([second.text('h1'), second.cards().length], [texts.newest, 24])
  const category = await pageOf(`${site.url}/?category=animals`)
  assert.deepEqual(category.cards().slice(0, 1), ['GIF 60'])
})

test('the front page begins with the newest GIFs while too few were used for a trend', async (t) => {
  const few = await startSite(t)
  await fillTrendingPage(few, 5)
  const page = await pageOf(few.url)
  assert.equal(page.text('h1'), texts.newest)
  assert.deepEqual(page.cards().slice(0, 1), ['GIF 60'])
})

test('NSFW GIFs trend only for people who request them', async (t) => {
  const own = await startSite(t)
  const gifs = []
  for (let number = 1; number <= 12; number++)
    gifs.push(await own.add({ title: `GIF ${number}`, rating: number % 2 ? 'r' : null }))
  await makeTrend(own, gifs)
  const safe = (await pageOf(own.url)).cards()
  assert.deepEqual(safe.slice(0, 6), ['GIF 2', 'GIF 4', 'GIF 6', 'GIF 8', 'GIF 10', 'GIF 12'])
  const all = (await pageOf(`${own.url}/?nsfw=1`)).cards()
  assert.deepEqual(all.slice(0, 3), ['GIF 1', 'GIF 2', 'GIF 3'])
})

test('a page without results shows trending GIFs, filled up with the newest', async () => {
  const page = await pageOf(`${site.url}/?q=nothing`)
  assert.deepEqual(page.cards().slice(0, 8), [...trend, 'GIF 60', 'GIF 59'])
  assert.equal(page.cards().length, 12)
  assert.deepEqual([page.text('h1'), page.text('h2')], ['“nothing”', texts.trending])
  assert.match(page.text('main'), /0 GIFs/)
  assert.deepEqual(await markupFaultsOf(page.body), [])
})

test('only the grid of the newest GIFs grows, nothing moves, and Back restores both', (t) =>
  checkTrendingPage(t, site.url, { width: 360, height: 740 }))
