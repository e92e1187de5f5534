import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { Gif } from '#src/catalogue/gif.ts'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { shareSite } from '../../support/site.ts'
import { scrollToCards, until, untilOnPage } from '../../support/until.ts'

let frog: Gif
const site = shareSite({}, async (made) => {
  frog = await made.addWithFiles({ title: 'A frog jumps', tags: ['frog', 'pond'] })
  await made.add({ mediaId: frog.mediaId, title: 'Frozen lake', tags: ['frozen'] })
  for (let number = 0; number < 30; number++) {
    await made.add({ mediaId: frog.mediaId, title: `Cat ${number}`, tags: ['cat'] })
  }
})

async function stage(t: TestContext) {
  const page = await (await openBrowser(t, { reducedMotion: 'reduce' })).newPage()
  return { page, field: page.getByRole('combobox', { name: 'Search GIFs' }) }
}

const options = (page: Page) => page.getByRole('listbox').getByRole('option').allTextContents()

test('suggestions appear during typing, and the keys move through them', async (t) => {
  const { page, field } = await stage(t)
  await page.goto(`${site.url}/${frog.code}`)
  assert.equal(await field.getAttribute('aria-expanded'), 'false')
  await field.pressSequentially('fro')
  const suggested = ['frogTag', 'frozenTag', 'frog jumps', 'frozen lake', 'A frog jumpsGIF']
  // There may be some for the first letters already.
  await until('the suggestions', async () => (await options(page)).join() === suggested.join())
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  assert.deepEqual(await faultsOf(page), [])

  await field.press('ArrowDown')
  await field.press('ArrowDown')
  const active = page.getByRole('listbox').getByRole('option', { selected: true })
  assert.equal(await active.textContent(), 'frozenTag')
  assert.equal(await field.getAttribute('aria-activedescendant'), await active.getAttribute('id'))
  await field.press('ArrowUp')
  await field.press('ArrowUp')
  assert.equal(await active.count(), 0)
  assert.equal(await field.getAttribute('aria-activedescendant'), null)
  await field.press('ArrowUp')
  assert.equal(await active.textContent(), 'A frog jumpsGIF')

  await field.press('Escape')
  await untilOnPage(page, `document.querySelector('[role=listbox]').hidden`)
  assert.equal(await field.inputValue(), 'fro')
  assert.equal(await page.evaluate('document.activeElement.name'), 'q')
  await field.press('ArrowDown')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.waitForURL('**/?q=frog')
  await page.getByRole('heading', { name: '“frog”' }).waitFor()
})

test('a suggestion is opened by a press, and the list closes when the field loses focus', async (t) => {
  const { page, field } = await stage(t)
  await page.goto(`${site.url}/${frog.code}`)
  await field.pressSequentially('frog')
  await page.getByRole('listbox').getByRole('option', { name: 'A frog jumps' }).waitFor()
  await page.getByRole('heading', { name: 'A frog jumps' }).click()
  await untilOnPage(page, `document.querySelector('[role=listbox]').hidden`)
  await field.fill('lake')
  await page.getByRole('listbox').getByRole('option', { name: 'Frozen lake' }).click()
  await page.getByRole('heading', { name: 'Frozen lake' }).waitFor()
})

test('the grid of the front page follows the typed text, and the field keeps the focus', async (t) => {
  const { page, field } = await stage(t)
  await page.goto(site.url)
  await field.pressSequentially('lake')
  await page.getByRole('heading', { name: '“lake”' }).waitFor()
  assert.deepEqual(await page.locator('.card__title').allTextContents(), ['Frozen lake'])
  assert.equal(new URL(page.url()).search, '?q=lake')
  assert.equal(await page.title(), '“lake” · Gifwright')
  assert.match((await page.locator('[role=status]').textContent()) ?? '', /1 GIF/)
  assert.equal(await page.evaluate('document.activeElement.name'), 'q')
  await field.fill('')
  await page.getByRole('heading', { name: 'Newest GIFs' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  await scrollToCards(page, 32)
  await field.fill('cat')
  await page.locator('[data-count]', { hasText: '30 GIFs' }).waitFor()
  await scrollToCards(page, 30)
})

test('only the answer to the last typed text is shown', async (t) => {
  const { page, field } = await stage(t)
  await page.goto(site.url)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/?q=frog', async (route) => held.then(() => route.continue().catch(() => {})))
  const asked = page.waitForRequest('**/?q=frog')
  await field.fill('frog')
  await asked
  await field.fill('lake')
  await page.getByRole('heading', { name: '“lake”' }).waitFor()
  release()
  await page.waitForLoadState('networkidle')
  assert.deepEqual(await page.locator('.card__title').allTextContents(), ['Frozen lake'])
})

test('typed text stays text wherever it is shown', async (t) => {
  const { page, field } = await stage(t)
  await site.add({ title: '<img src=x onerror=alert(1)> frogspawn', tags: ['<b>frogspawn'] })
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('dialog', (dialog) => void complaints.push(dialog.message()))
  await page.goto(site.url)
  await field.pressSequentially('frogsp')
  await page
    .getByRole('listbox')
    .getByRole('option', { name: '<img src=x onerror=alert(1)> frogspawn' })
    .waitFor()
  await field.fill('"><script>confirm(7)</script>')
  await page.getByText(english.browse.empty.noMatch).waitFor()
  assert.deepEqual(
    complaints.filter((text) => !/thumb|404/.test(text)),
    [],
  )
})
