import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import { hashSecret, makeToken } from '#src/accounts/tokens.ts'
import { newCode } from '#src/catalogue/reserved-words.ts'
import { pageExamples } from '#src/site/messages/page-examples.ts'
import { newTask } from '../contract/stores.ts'
import { faultsOf } from '../support/browser/axe.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { markupFaultsOf } from '../support/browser/html-validity.ts'
import { watchLayoutShift } from '../support/browser/layout-shift.ts'
import { addressOf, collectSiteRoutes, noPages } from '../support/browser/site-routes.ts'
import { signedIn } from '../support/signed-in.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { addNotice, decideAbout } from '../support/stores/notices.ts'
import { addWebhook } from '../support/stores/webhooks.ts'
import { until } from '../support/until.ts'

/** The pages for visitors. */
const forVisitors = new Set([
  ...['/', '/create', '/tools', '/login', '/signup', '/login/provider', '/login/callback', '/picker'],
  ...['/:code', '/:code/manage', '/:code/report', '/embed/:code', '/c/:code', '/c/:code/embed'],
  ...['/c/:code/report', '/notices/:secret', '/create/:task', '/developers', '/developers/use-it-in'],
])

/** The threshold that Web Vitals call good. */
const maxShift = 0.1

/** The error pages. */
const refused = new Set(['/nope', '/login/provider', '/login/callback', '/login/confirm'])

/**
 * Fills a site for an operator who has something on every page; returns the addresses that routes alone do not contain.
 */
async function fillSite(site: TestSite, ownerId: number) {
  const own = await site.addWithFiles({ title: 'A frog jumps', ownerId, tags: ['pond'] })
  const { mediaId } = own
  await site.add({ mediaId, title: 'A secret', ownerId, visibility: 'private' })
  const hidden = await site.add({ mediaId, title: 'Hidden', ownerId })
  await site.add({ mediaId, title: 'Spicy', rating: 'r' })
  for (let number = 0; number < 24; number++) await site.add({ mediaId, title: `Frog ${number}` })
  const collection = newCode()
  const secret = 'a'.repeat(32)
  const task = newTask()
  const { token, app } = await site.withStores(async (stores) => {
    const values = { name: 'Frogs', description: 'They jump.', visibility: 'public' as const }
    const { id } = await stores.collections.add({ code: collection, ownerId, ...values }, 10)
    await stores.collections.addGif(id, own.id, 10)
    await stores.collections.addFavorite(ownerId, own.id, 10)
    const file = { name: 'a.gif', code: own.code, taskId: null, isCopy: true, error: null }
    const limits = { refusedOfDrop: 1, ofAccount: 10 }
    await stores.drops.add({ batch: 'drop', ownerId }, [file], { limits, isCounted: true })
    await addNotice(stores, { gifId: hidden.id, words: 'again', secretHash: hashSecret(secret) })
    await decideAbout(stores, hidden.code, 'hide')
    await addNotice(stores, { gifId: own.id })
    await stores.tasks.submissions.add(task, 1000)
    const settings = { ratePerMinute: null, mayUpload: false, categoryId: null }
    const added = await addApp(stores.apps, 'Chat', settings)
    return { token: (await makeToken(stores.accounts, ownerId, 'laptop')).record, app: added.app }
  })
  const other = await site.signUp('bert@example.org')
  await mkdir(join(site.folder, 'pages'))
  for (const [name, text] of Object.entries(pageExamples))
    await writeFile(join(site.folder, 'pages', `${name}.md`), text)
  await until('the pages are read', async () => (await site.fetch('/about')).status === 200)
  const addresses: Record<string, string> = {
    '/notices/:secret': `/notices/${secret}`,
    '/create/:task': `/create/${task.id}`,
    '/login/callback': '/login/callback?state=x',
    '/settings/tokens/:id/revoke': `/settings/tokens/${token.id}/revoke`,
    '/settings/webhooks/:id': `/settings/webhooks/${await addWebhook(site, ownerId)}`,
    '/import/:batch': '/import/drop',
    '/picker': '/picker?origin=*',
    '/mine/decisions/:code': `/mine/decisions/${hidden.code}`,
    '/admin/notices/:code': `/admin/notices/${hidden.code}`,
    '/admin/accounts/:id': `/admin/accounts/${other.id}`,
    '/admin/accounts/:id/remove': `/admin/accounts/${other.id}/remove`,
    '/admin/apps/:id': `/admin/apps/${app.id}`,
    '/admin/webhooks/:id': `/admin/webhooks/${await addWebhook(site, null)}`,
  }
  return (path: string): string =>
    addresses[path] ??
    addressOf(
      { method: 'GET', path, query: undefined, form: undefined },
      { code: path.startsWith('/c/') ? collection : own.code, id: '1', task: task.id },
    )
}

test('each page is valid HTML, passes axe, and hardly moves while it loads', async (t) => {
  // Nothing listens at the address of the provider.
  const provider = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'gifwright' }
  const site = await startSite(t, provider)
  const operator = await signedIn(site, { admin: true })
  const addressIn = await fillSite(site, operator.account.id)
  const open = async () => {
    const browser = await openBrowser(t, { reducedMotion: 'reduce' })
    const page = await browser.newPage()
    return { browser, page, shift: await watchLayoutShift(page) }
  }
  const [visitor, owner] = [await open(), await open()]
  await operator.enter(owner.browser)
  const routes = (await collectSiteRoutes()).filter(
    ({ method, path }) => method === 'GET' && !noPages.includes(path),
  )
  const paths = [...routes.map(({ path }) => path), '/nope']
  const faults: string[] = []
  for (const path of paths) {
    const { page, shift } = forVisitors.has(path) ? visitor : owner
    const response = await page.goto(site.url + addressIn(path))
    const found = [
      ...(await markupFaultsOf((await response?.text()) ?? '')),
      ...(await faultsOf(page)),
      ...((await shift()) > maxShift ? [`moves by ${await shift()}`] : []),
      ...((response?.status() ?? 0) >= 400 === refused.has(path) ? [] : [`answers ${response?.status()}`]),
    ]
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
  assert.deepEqual(faults, [])
})
