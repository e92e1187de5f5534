import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Gif } from '#src/catalogue/gif.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { shareSite } from '../../support/site.ts'
import { until, untilOnPage } from '../../support/until.ts'

let frog: Gif
const site = shareSite({}, async (made) => {
  frog = await made.add({ title: 'A frog jumps', tags: ['frog', 'pond'] })
  await made.add({ title: 'Frozen lake', tags: ['frozen'] })
})

/** The page of a GIF, open in a browser; its grid does not follow the typed text. */
async function stage(t: TestContext, options: BrowserContextOptions = {}) {
  const browser = await openBrowser(t, { reducedMotion: 'reduce', ...options })
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/search/suggestions') asked.push(searchParams.get('q') ?? '')
  })
  await page.goto(`${site.url}/${frog.code}`)
  const field = page.getByRole('combobox', { name: 'Search GIFs' })
  return { page, field, asked }
}

const suggestion = (text: string) =>
  JSON.stringify({ suggestions: [{ kind: 'tag', text, path: `/?q=${text}` }] })

/** By then the page has painted the previous state. */
const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** Holds back the answer to each text until the test releases it. */
async function holdAnswers(page: Page): Promise<Map<string, Route>> {
  const held = new Map<string, Route>()
  await page.route('**/search/suggestions?*', (route) => {
    held.set(new URL(route.request().url()).searchParams.get('q') ?? '', route)
  })
  return held
}

test('requests for suggestions are at least 50 ms apart, and the last is for the complete text', async (t) => {
  const { page, field } = await stage(t)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.evaluate(`
    window.calls = []
    const send = window.fetch
    window.fetch = (address, init) => {
      window.calls.push([Date.now(), new URL(address, location).searchParams.get('q')])
      return send(address, init)
    }
  `)
  for (const letter of 'frog jumps') {
    await field.press(letter === ' ' ? 'Space' : letter)
    await page.clock.runFor(20)
  }
  await page.clock.runFor(100)
  const calls = await page.evaluate<[number, string][]>('window.calls')
  const first = calls[0]?.[0] ?? 0
  assert.deepEqual(
    calls.map(([at, text]) => [at - first, text]),
    [
      [0, 'f'],
      [50, 'fro'],
      [100, 'frog '],
      [150, 'frog jum'],
      [200, 'frog jumps'],
    ],
  )
})

test('an older answer never replaces a newer one, and is shown while it is the newest', async (t) => {
  const { page, field } = await stage(t)
  const held = await holdAnswers(page)
  const answer = (text: string) => held.get(text)?.fulfill({ body: suggestion(`of ${text}`) })
  for (const text of ['f', 'fr', 'fro']) {
    await field.fill(text)
    await until(text, () => held.has(text))
  }
  const option = page.getByRole('listbox').getByRole('option')
  await answer('f')
  await option.filter({ hasText: /^of fTag$/ }).waitFor()
  await answer('fro')
  await option.filter({ hasText: /^of froTag$/ }).waitFor()
  // Abandoned by the page by now.
  await answer('fr')?.catch(() => {})
  await page.evaluate(twoFrames)
  assert.deepEqual(await option.allTextContents(), ['of froTag'])
})

test('an answer that arrives after Escape, or after the field lost focus, is not shown', async (t) => {
  const { page, field } = await stage(t)
  await field.fill('fro')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  const held = await holdAnswers(page)
  const answerLate = async (text: string) => {
    await held
      .get(text)
      ?.fulfill({ body: suggestion('late') })
      .catch(() => {})
    await page.evaluate(twoFrames)
    assert.equal(await page.getByRole('listbox').getByRole('option').count(), 0)
    assert.equal(await field.getAttribute('aria-expanded'), 'false')
  }
  await field.fill('frog')
  await until('frog', () => held.has('frog'))
  await field.press('Escape')
  await answerLate('frog')
  await field.fill('froz')
  await until('froz', () => held.has('froz'))
  await page.getByRole('heading', { level: 1 }).click()
  await field.focus()
  await answerLate('froz')
})

test('a failed answer closes the list, and the next one opens it again', async (t) => {
  const { page, field } = await stage(t)
  await field.fill('fro')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.route('**/search/suggestions?q=frog', (route) => route.abort())
  await field.fill('frog')
  await untilOnPage(page, `document.querySelector('[role=listbox]').hidden`)
  await field.fill('froz')
  await page.getByRole('listbox').getByRole('option', { name: 'frozen Tag' }).waitFor()
})

test('while an input method composes a word no request is sent, and its keys leave the list alone', async (t) => {
  const { page, field, asked } = await stage(t)
  await field.fill('fro')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.clock.install()
  const session = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const before = asked.length
  await compose('か')
  await compose('かえる')
  for (const key of ['ArrowDown', 'Enter', 'Escape']) {
    await field.evaluate(`(field) => field.dispatchEvent(
      new KeyboardEvent('keydown', { key: '${key}', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }),
    )`)
  }
  await page.clock.runFor(200)
  assert.equal(asked.length, before)
  assert.equal(await field.getAttribute('aria-activedescendant'), null)
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  assert.equal(await field.inputValue(), 'froかえる')
  await session.send('Input.insertText', { text: '蛙' })
  await until('the composed word', () => asked.at(-1) === 'fro蛙')
  assert.equal(asked.length, before + 1)
})

test('the keyboard of a touch screen, which composes every word, gets suggestions letter by letter', async (t) => {
  const { page, field, asked } = await stage(t, { hasTouch: true, isMobile: true })
  await field.tap()
  const session = await page.context().newCDPSession(page)
  for (const text of ['f', 'fr', 'fro']) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
    await until(text, () => asked.at(-1) === text)
  }
  await page.getByRole('listbox').getByRole('option', { name: 'frozen Tag' }).waitFor()
})
