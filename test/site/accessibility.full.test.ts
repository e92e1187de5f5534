import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { newCode } from '#src/catalogue/reserved-words.ts'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import { startSession } from '#src/accounts/sessions.ts'
import { faultsOf } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { addWebhook } from '../support/stores/webhooks.ts'
import { signedIn } from '../support/signed-in.ts'
import { failedTask } from '../support/stores/failed-task.ts'
import { addNotice } from '../support/stores/notices.ts'

const themes = ['light', 'dark'] as const

/** Checks each page in both themes with axe. */
async function lookAt(browser: BrowserContext, site: TestSite, paths: string[]): Promise<void> {
  const page = await browser.newPage()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.goto(site.url + path)
      assert.deepEqual(await faultsOf(page), [], `${path} ${colorScheme}`)
    }
  }
  await page.close()
}

/** Signs the browser in to a new account that has GIFs. */
async function signIn(browser: BrowserContext, site: TestSite, admin: boolean): Promise<string[]> {
  const { id, key } = await site.withStores(async ({ accounts, sessions }) => {
    const account = await accounts.add({
      email: `${admin}@example.org`,
      premium: false,
      admin,
      passwordHash: null,
    })
    return { id: account.id, key: (await startSession(sessions, account.id, 'Firefox on Linux')).key }
  })
  await browser.addCookies([{ name: 'gifwright', value: key, url: site.url }])
  const own = await site.addWithFiles({ title: 'My own', ownerId: id, tags: ['mine'] })
  const secret = await site.addWithFiles({ title: 'A secret', ownerId: id, visibility: 'private' })
  return [own.code, secret.code]
}

/** Adds all GIFs of an account to its favorites and a public collection; returns the code of the collection. */
async function keepAll(site: TestSite, email: string): Promise<string> {
  return site.withStores(async ({ accounts, catalogue, collections }) => {
    const owner = await accounts.byEmail(email)
    assert.ok(owner)
    const values = { name: 'Frogs', description: 'They jump.', visibility: 'public' as const }
    const { id, code } = await collections.add({ code: newCode(), ownerId: owner.id, ...values }, 10)
    for (const gif of (await catalogue.ofOwner(owner.id, { start: 0, limit: 10 })).gifs) {
      await collections.addGif(id, gif.id, 10)
      await collections.addFavorite(owner.id, gif.id, 10)
    }
    return code
  })
}

test('axe finds no faults on a visitor’s pages of a fresh instance', async (t) => {
  const site = await startSite(t)
  await lookAt(await openBrowser(t), site, [
    '/',
    '/?q=nothing',
    '/create',
    '/login',
    '/signup',
    '/developers',
    '/tools',
    '/developers/use-it-in',
    '/nope',
  ])
})

test('axe finds no faults on a visitor’s pages of a full instance', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ title: 'A frog jumps', tags: ['pond', 'green'] })
  const veiled = await site.addWithFiles({ title: 'Not for work', rating: 'r' })
  for (let number = 0; number < 30; number++)
    await site.add({ mediaId: gif.mediaId, title: `Frog ${number}` })
  await lookAt(await openBrowser(t), site, [
    '/',
    '/?q=frog',
    '/?category=animals&nsfw=1',
    '/?page=2',
    '/?page=99',
    '/?category=nope',
    '/embed/nothing',
    `/${gif.code}`,
    `/${veiled.code}`,
    `/${gif.code}/report`,
    `/embed/${gif.code}`,
  ])
})

test('axe finds no faults on an account’s own pages', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const [own, secret] = await signIn(browser, site, false)
  const collection = await keepAll(site, 'false@example.org')
  await lookAt(browser, site, [
    '/mine',
    '/mine/favourites',
    '/mine/collections',
    `/c/${collection}`,
    `/c/${collection}/edit`,
    `/c/${collection}/embed`,
    `/${own}/collect`,
    '/import',
    '/settings',
    '/create',
    '/developers',
    `/${own}`,
    `/${secret}`,
    `/${own}/edit`,
    `/${own}/delete`,
  ])
})

test('axe finds no faults on the operator’s pages', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  const [own] = await signIn(browser, site, true)
  const settings = { ratePerMinute: null, mayUpload: false, categoryId: null }
  const { app } = await site.withStores(({ apps }) => addApp(apps, 'Chat', settings))
  const hook = await addWebhook(site, null)
  await site.withStores(async ({ catalogue, notices }) => {
    const gif = await catalogue.gifByCode(own ?? '')
    assert.ok(gif)
    await addNotice(
      { notices },
      {
        gifId: gif.id,
        reason: 'spam',
        words: 'again and again',
      },
    )
  })
  await lookAt(browser, site, [
    '/admin',
    '/admin/tasks',
    '/admin/notices',
    `/admin/notices/${own}`,
    '/admin/hidden',
    '/admin/collections',
    '/admin/ratings',
    '/admin/descriptions',
    '/admin/categories',
    '/admin/accounts',
    '/admin/apps',
    `/admin/apps/${app.id}`,
    '/admin/webhooks',
    `/admin/webhooks/${hook}`,
    `/${own}`,
  ])
})

test('axe finds no faults on the operator’s pages of a single object', async (t) => {
  const site = await startSite(t)
  const admin = await signedIn(site, { admin: true })
  const { id } = await site.signUp('bert@example.org')
  const gif = await site.addWithFiles()
  await failedTask(site, 'url')
  await failedTask(site, 'video')
  const browser = await openBrowser(t)
  await admin.enter(browser)
  await lookAt(browser, site, [
    '/admin/tasks?status=error&done=retried',
    '/admin/categories/1',
    `/admin/accounts/${id}`,
    `/admin/accounts/${admin.account.id}`,
    `/admin/accounts/${id}/remove`,
    `/admin/gifs/${gif.code}/remove?from=hidden`,
    '/developers',
  ])
})
