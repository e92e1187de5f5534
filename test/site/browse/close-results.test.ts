import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { markupFaultsOf } from '../../support/browser/html-validity.ts'
import { pageOf } from '../../support/browser/page.ts'
import { shareSite } from '../../support/site.ts'

const texts = english.browse

/** A site with 30 GIFs of cockatoos, numbered from the oldest, and one of a parrot. */
const site = shareSite({}, async (made) => {
  for (let number = 1; number <= 30; number++) await made.add({ title: `Cockatoo ${number}` })
  await made.add({ title: 'A parrot dances' })
})

test('a misspelled search shows its correction, and links to the typed words', async (t) => {
  const close = await pageOf(`${site.url}/?q=cockatto`)
  assert.equal(close.text('h1'), 'Showing results for “cockatoo”')
  assert.match(close.text('title'), /^“cockatto”/)
  assert.match(close.text('main'), /30 GIFs/)
  assert.equal(close.cards().length, 24)
  assert.equal(close.link('next'), '/?q=cockatto&page=2')
  assert.ok(close.all('input', 'value').includes('cockatto'))
  assert.deepEqual(await markupFaultsOf(close.body), [])
  const second = await pageOf(`${site.url}/?q=cockatto&page=2`)
  assert.equal(second.cards().length, 6)
  assert.ok(second.all('a', 'href').includes('/?q=cockatto&match=exact'))

  const page = await (await openBrowser(t, { reducedMotion: 'reduce' })).newPage()
  await page.goto(`${site.url}/?q=cockatto`)
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('link', { name: 'Search instead for “cockatto”' }).click()
  await page.waitForURL('**/?q=cockatto&match=exact')
  await page.getByText(texts.empty.noMatch).waitFor()
  await page.getByRole('link', { name: 'cockatoo', exact: true }).click()
  await page.waitForURL('**/?q=cockatoo')
  await page.getByRole('heading', { name: '“cockatoo”' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: texts.note.includeClose }).click()
  await page.waitForURL('**/?q=cockatto')
})

test('a misspelled search is corrected during typing', async (t) => {
  const page = await (await openBrowser(t, { reducedMotion: 'reduce' })).newPage()
  await page.goto(site.url)
  const field = page.getByRole('combobox', { name: 'Search GIFs' })
  await field.pressSequentially('cockatto')
  await page.getByRole('heading', { name: 'Showing results for “cockatoo”' }).waitFor()
  assert.equal(await field.inputValue(), 'cockatto')
  await page.getByRole('link', { name: /^Search instead/ }).click()
  await page.getByText(texts.note.exactOnly).waitFor()
  await field.fill('parrot')
  await page.getByRole('heading', { name: '“parrot”' }).waitFor()
  assert.equal(new URL(page.url()).search, '?q=parrot')
})

test('results that lack one of the words are marked as such', async () => {
  const page = await pageOf(`${site.url}/?q=${encodeURIComponent('parrot dances zzqxvy')}`)
  assert.deepEqual(page.cards(), ['A parrot dances'])
  assert.ok(page.text('main').includes(texts.note.partial))
  assert.deepEqual(await markupFaultsOf(page.body), [])
})

test('results come newest first on request, on every page', async () => {
  const newest = await pageOf(`${site.url}/?q=cockatoo&sort=newest`)
  assert.deepEqual(newest.cards().slice(0, 2), ['Cockatoo 30', 'Cockatoo 29'])
  assert.equal(newest.link('next'), '/?q=cockatoo&sort=newest&page=2')
  const second = await pageOf(`${site.url}/?q=cockatoo&sort=newest&page=2`)
  assert.deepEqual(second.cards().slice(-1), ['Cockatoo 1'])
  const popular = await pageOf(`${site.url}/?sort=popular`)
  assert.deepEqual([popular.text('h1'), popular.cards().length], [texts.popular, 24])
  assert.equal(popular.link('next'), '/?sort=popular&page=2')
})
