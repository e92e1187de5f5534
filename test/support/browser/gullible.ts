import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { makeToken } from '#src/accounts/tokens.ts'
import { newTask } from '../../contract/stores.ts'
import type { CleanUp } from '../clean-up.ts'
import { signedIn } from '../signed-in.ts'
import { startSite } from '../site.ts'
import { addNotice } from '../stores/notices.ts'
import { untilOnPage } from '../until.ts'
import { openBrowser } from './browser.ts'

/** Calls the test's listener from a text, an attribute, a title, a script or a text field. */
export const short = '<img src=x onerror=owned()>'
export const attack = `"'></title></textarea></script></noscript></style>${short}<svg onload=owned()>`

/** The addresses in a page that lead to anything but a page, in a way that runs. */
export const runningAddresses = `[...document.querySelectorAll('[href],[src],[action],[formaction],[poster],[data]')].flatMap((one) =>
  ['href', 'src', 'action', 'formaction', 'poster', 'data']
    .map((key) => one.getAttribute(key) ?? '')
    .filter((address) => /^\\s*(?:javascript|data|vbscript):/i.test(address)))`

/** A browser that ignores the site's policy, so that unescaped text runs; returns how often something ran. */
export async function openGullible(t: CleanUp) {
  const browser = await openBrowser(t, { bypassCSP: true })
  let runs = 0
  await browser.exposeBinding('owned', () => void (runs += 1))
  const page = await browser.newPage()
  page.on('dialog', (dialog) => {
    runs += 1
    void dialog.dismiss()
  })
  return { browser, page, runs: () => runs }
}

/** Waits until everything that a page has begun to load, including a hostile picture, has arrived or failed. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await untilOnPage(page, `[...document.images].every((image) => image.complete || image.loading === 'lazy')`)
}

/** The parts of the addresses of pages: the ids of objects with hostile texts, and such a text. */
type Given = { code: string; id: string; task: string; said: string }

/** Opens pages of a site full of hostile texts as its operator, who owns them all; fails if one of the texts runs. */
export async function checkHostilePages(t: CleanUp, choosePages: (given: Given) => string[]): Promise<void> {
  const site = await startSite(t)
  const root = await signedIn(site, { email: `${short}@example.org`.replaceAll(' ', '/'), admin: true })
  const gif = await site.add({ ownerId: root.account.id, title: attack, tags: [short, attack.slice(0, 50)] })
  const failed = newTask({ ownerId: root.account.id })
  await site.withStores(async ({ accounts, catalogue, notices, tasks }) => {
    await makeToken(accounts, root.account.id, attack)
    await catalogue.addCategory({ name: short, code: 'attack' })
    await addNotice({ notices }, { gifId: gif.id, reason: 'other', words: attack })
    await tasks.submissions.add(
      { ...failed, request: { ...failed.request, title: attack, tags: [short] } },
      1000,
    )
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim !== undefined)
    await tasks.claims.fail(claim, { code: 'source_unreachable', message: attack, field: 'url' })
  })
  const { browser, page, runs } = await openGullible(t)
  await root.enter(browser)
  const said = encodeURIComponent(attack)
  const pages = choosePages({ code: gif.code, id: '1', task: failed.id, said })
  for (const path of pages) {
    await page.goto(site.url + path)
    await settle(page)
    assert.deepEqual(await page.evaluate(runningAddresses), [], path)
    assert.equal(runs(), 0, path)
  }
}
