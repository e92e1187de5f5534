import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { browseTexts } from '#src/site/messages/en/client/browse.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { shareSite } from '../../support/site.ts'
import { scrollToCards, untilOnPage } from '../../support/until.ts'

const site = shareSite({}, async (made) => {
  const { mediaId } = await made.addWithFiles({ title: 'A frog jumps' })
  for (let number = 0; number < 30; number++) await made.add({ mediaId, title: `Cat ${number}` })
})

/** The front page of the site with its 31 GIFs, open in a browser. */
async function stage(t: TestContext) {
  const browser = await openBrowser(t, { reducedMotion: 'reduce' })
  const page = await browser.newPage()
  await page.goto(site.url)
  const field = page.getByRole('combobox', { name: 'Search GIFs' })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
  const search = () => new URL(page.url()).search
  return { browser, page, field, heading, search }
}

test('a search is one step of the history, and Back restores the grid', async (t) => {
  const { page, field, heading, search } = await stage(t)
  await scrollToCards(page, 31)
  await page.evaluate('window.isSame = true')
  await field.pressSequentially('fro')
  await heading('“fro”')
  await field.pressSequentially('g')
  await heading('“frog”')
  assert.equal(search(), '?q=frog')

  await page.goBack()
  await heading('Newest GIFs')
  assert.deepEqual([search(), await field.inputValue()], ['', ''])
  await untilOnPage(page, `document.querySelectorAll('.card').length === 31`)
  await page.goForward()
  await heading('“frog”')
  assert.deepEqual([search(), await field.inputValue()], ['?q=frog', 'frog'])
  assert.equal(await page.locator('.card').count(), 1)
  assert.equal(await page.evaluate('window.isSame'), true)
})

test('Enter ends a search: the suggestions close, nothing loads twice, and the next one is a step of its own', async (t) => {
  const { page, field, heading, search } = await stage(t)
  await page.evaluate('window.isSame = true')
  await field.pressSequentially('frog')
  await heading('“frog”')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  const asked: string[] = []
  // The intended search is reported, which loads nothing.
  page.on('request', (request) => request.method() === 'GET' && asked.push(request.url()))
  await field.press('Enter')
  await untilOnPage(page, `document.querySelector('[role=listbox]').hidden`)
  assert.deepEqual(asked, [])
  await field.fill('cat')
  await field.press('Enter')
  await heading('“cat”')
  await page.goBack()
  await heading('“frog”')
  assert.equal(await field.inputValue(), 'frog')
  await page.goBack()
  await heading('Newest GIFs')
  assert.equal(search(), '')
  assert.equal(await page.evaluate('window.isSame'), true)
})

test('a search that cannot reach the server is reported, keeps the grid, and works once the server is back', async (t) => {
  const { browser, page, field, heading, search } = await stage(t)
  await scrollToCards(page, 31)
  await browser.setOffline(true)
  await field.fill('frog')
  await page.getByText(browseTexts.searchFailed).first().waitFor()
  assert.match((await page.locator('[role=status]').textContent()) ?? '', /Search failed/)
  assert.deepEqual([search(), await page.locator('.card').count()], ['', 31])
  await field.press('Enter')
  await page.getByText(browseTexts.searchFailed).first().waitFor()
  assert.equal(await page.locator('.card').count(), 31)
  await browser.setOffline(false)
  await field.press('Enter')
  await heading('“frog”')
  assert.equal(search(), '?q=frog')
  assert.equal(await page.getByText(browseTexts.searchFailed).count(), 0)
})
