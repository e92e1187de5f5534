import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Page } from 'playwright-core'

import { faultsOf } from '../../support/browser/axe.ts'

import { openBrowser } from '../../support/browser/browser.ts'

import { renditionsOf } from '../../contract/stores.ts'

import { openHostPage, startPickerSite } from '../../support/browser/picker-page.ts'

import { shareInFile } from '../../support/shared.ts'

import { startSite } from '../../support/site.ts'

const shared = shareInFile(startPickerSite)
const options = (page: Page) => page.getByRole('option')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search GIFs' })
const focused = (page: Page) =>
  page.evaluate<string>(
    `document.querySelector('gifwright-picker').shadowRoot.activeElement?.querySelector('img')?.alt ?? ''`,
  )

test('nothing is loaded before the picker is visible', async (t) => {
  const { site } = shared()
  const { page, requests } = await openHostPage(t, await openBrowser(t), {
    instance: site.url,
    body: '<dialog><gifwright-picker rating="pg"></gifwright-picker></dialog><gifwright-picker></gifwright-picker>',
  })
  // The picker in view has sent its request: so would the other one have.
  await options(page).first().waitFor()
  const isCall = (request: string) => request.includes('rating=pg&') || request.endsWith('rating=pg')
  assert.deepEqual(requests.filter(isCall), [])
  await page.evaluate(`document.querySelector('dialog').showModal()`)
  await page.locator('dialog').getByRole('option').first().waitFor()
  assert.ok(requests.some(isCall))
})

test('the page chooses texts, locale and theme', async (t) => {
  const { site } = shared()
  const browser = await openBrowser(t)
  const { page } = await openHostPage(t, browser, {
    instance: site.url,
    body: `<gifwright-picker locale="de" theme="dark" texts='{"search":"GIFs suchen","noMatch":"Nichts zu „{query}“","found":7}'></gifwright-picker>`,
  })
  await page.getByRole('searchbox', { name: 'GIFs suchen' }).fill('zzqqx')
  await page.getByText('Nichts zu „zzqqx“', { exact: true }).waitFor()
  const background = await page.evaluate(
    `getComputedStyle(document.querySelector('gifwright-picker')).backgroundColor`,
  )
  assert.equal(background, 'rgb(31, 30, 28)')
  await page.getByRole('button', { name: 'Show trending GIFs' }).click()
  await options(page).first().waitFor()
})

test('errors are shown, and trying again works', async (t) => {
  const { site } = shared()
  const browser = await openBrowser(t)
  const { page } = await openHostPage(t, browser, {
    instance: site.url,
    body: '<gifwright-picker></gifwright-picker>',
  })
  await options(page).first().waitFor()
  await page.route('**/api/find**', (route) => route.fulfill({ status: 429, body: '{}' }))
  await search(page).fill('frog')
  await page.getByText('Too many requests', { exact: true }).waitFor()
  await page.unroute('**/api/find**')
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Try again' }).click()
  await options(page).first().waitFor()
  assert.equal(await focused(page), '')
  assert.equal(await search(page).inputValue(), 'frog')
})

test('if the operator allows only some keys, the picker works without one, and reports when its own is refused', async (t) => {
  const closed = await startSite(t, { COMPAT_API_KEYS: 'the-key-of-an-app' })
  await closed.addWithFiles({ title: 'A frog jumps', rating: 'g' })
  const browser = await openBrowser(t)
  for (const attributes of ['', 'key="the-key-of-an-app"', 'key="another"']) {
    const { page } = await openHostPage(t, browser, {
      instance: closed.url,
      body: `<gifwright-picker ${attributes}></gifwright-picker>`,
    })
    const refused = page.getByText('GIFs are not available here', { exact: true })
    await (attributes.includes('another') ? refused : options(page).first()).waitFor()
    await page.close()
  }
})

test('the grid loads the small files of a GIF, and the page gets one', async (t) => {
  const { site, mediaId } = shared()
  const shape = { width: 220, height: 124, frames: 20, bytes: 1000 }
  const renditions = {
    ...renditionsOf({ width: 320, height: 180, frames: 20 }),
    gif220w: shape,
    webp220w: shape,
  }
  await site.add({ mediaId, title: 'A small newt', width: 320, height: 180, renditions, rating: 'g' })
  const { page, picked, requests } = await openHostPage(t, await openBrowser(t), {
    instance: site.url,
    body: '<gifwright-picker></gifwright-picker>',
  })
  await search(page).fill('newt')
  await page.getByRole('option', { name: 'A small newt' }).click()
  const [gif] = await picked()
  assert.match(String(gif?.tinygif), /220w.*gif$/)
  assert.ok(requests.some((request) => /220w.*webp$/.test(request)))
})
