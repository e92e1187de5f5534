import type { NewDroppedFile } from '#src/library/import/drops/drop.ts'
import { hashSecret } from '#src/accounts/tokens.ts'
import { pageExamples } from '#src/site/messages/page-examples.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../support/until.ts'
import type { Visibility } from '#src/catalogue/gif.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { newCode } from '#src/catalogue/reserved-words.ts'
import type { NewTask, FoundLoop } from '#src/creation/task.ts'
import { type ErrorCode, errorCodes } from '#src/lib/app-error.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { publishClaimed, newGif, newTask } from '../contract/stores.ts'
import { withPassword } from '../support/account-site.ts'
import { markupFaultsOf } from '../support/browser/html-validity.ts'
import { postForm, signedIn } from '../support/signed-in.ts'
import { addressOf, collectSiteRoutes, noPages } from '../support/browser/site-routes.ts'
import { packLook } from '#src/looks/look.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { makeAsVisitor, manage } from '../support/visitor-gifs.ts'
import { addWebhook } from '../support/stores/webhooks.ts'
import { addNotice, decideAbout } from '../support/stores/notices.ts'

const longTitle = 'A frog that jumps over "very" many <puddles> & ponds '.repeat(5).slice(0, 200).trim()
const longTag = 'ponds'.repeat(6)

/** The validated pages, by their routes. */
const seen = new Set<string>()

/** Loads each address and validates its page; returns the number of pages. */
async function validate(site: TestSite, paths: string[], headers: Record<string, string> = {}) {
  const routes = await collectSiteRoutes()
  for (const path of paths) {
    await validatePage(`GET ${path}`, await site.fetch(path, { headers, redirect: 'manual' }))
    const [address = ''] = path.split(/[?#]/)
    const literal = routes.find((route) => route.path === address)
    const [route] = literal ? [literal] : routes.filter((route) => pattern(route.path).test(address))
    if (route !== undefined) seen.add(route.path)
  }
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`)
}

async function validatePage(name: string, response: Response): Promise<void> {
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/, name)
  assert.deepEqual(await markupFaultsOf(await response.text()), [], `${name} ${response.status}`)
}

test('the pages of an empty instance are valid HTML', async (t) => {
  const site = await startSite(t)
  const paths = ['/', '/?q=nothing', '/?page=99', '/?category=nope', '/?category=animals&nsfw=1']
  const others = [
    '/create',
    '/login',
    '/login?next=%2Fmine',
    '/signup',
    '/developers',
    '/tools',
    '/api/docs',
    '/developers/use-it-in',
    '/picker',
    '/picker?origin=*&dir=rtl',
    '/import',
  ]
  await validate(site, [...paths, ...others, '/nope', `/${newCode()}`, '/embed/nothing', '/create/nothing'])
})

test('the pages of an instance that is closed to visitors are valid HTML', async (t) => {
  const site = await startSite(t, { SIGN_UP: 'closed', CREATION: 'accounts' })
  await validate(site, ['/', '/create', '/login', '/signup', '/developers', '/api/docs'])
})

test('the pages of a full instance are valid HTML', async (t) => {
  const site = await startSite(t)
  const gif = await site.add({ title: longTitle, tags: ['frog', longTag, 'צפרדע'] })
  const nsfw = await site.add({ title: 'Not for work', rating: 'r', tags: ['frog'] })
  for (let number = 0; number < 60; number++) await site.add({ title: `Frog ${number}`, tags: ['frog'] })
  const found = ['/', '/?page=2', '/?q=frog', '/?q=frog&page=2', '/?q=frog&nsfw=1', '/?page=99']
  const gifs = [gif, nsfw].flatMap(({ code }) => [`/${code}`, `/${code}/report`, `/embed/${code}`])
  await validate(site, [...found, `/?q=${encodeURIComponent(longTitle)}`, ...gifs, '/developers', '/create'])
})

test('the page of a GIF in the making is valid HTML in every state', async (t) => {
  const site = await startSite(t)
  const anna = await signedIn(site)
  const add = (task: NewTask) => site.withStores(({ tasks }) => tasks.submissions.add(task, 1000))
  const end = async (task: NewTask, how: ErrorCode | FoundLoop | null | 'half') =>
    site.withStores(async ({ tasks, unitOfWork }) => {
      await tasks.submissions.add(task, 1000)
      const claim = await tasks.claims.claim('test', 600_000)
      assert.equal(claim?.id, task.id)
      if (how === 'half') await tasks.claims.renewLease(claim, 600_000, { fraction: 0.5, step: 'rendering' })
      else if (typeof how === 'string')
        await tasks.claims.fail(claim, { code: how, message: errorCodes[how], field: 'video' })
      else
        await publishClaimed(
          { unitOfWork },
          claim,
          newGif({ ...task.request, title: longTitle, code: task.code, ownerId: task.ownerId }),
          how,
        )
    })
  const paths: string[] = []
  const made = (changes: Partial<NewTask> = {}, details: { visibility?: Visibility } = {}) => {
    const task = newTask(changes, details)
    paths.push(`/create/${task.id}`)
    return task
  }
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    await end(made(), code)
  }
  const address = made()
  assert.ok(address.request.kind === 'video')
  const { uploads: _uploads, ...request } = address.request
  const url = `https://video.example/${'a'.repeat(3000)}?b&c="d"`
  const clip = { startSeconds: 1, endSeconds: 2.5, clip: defaultClipOptions }
  await end(
    { ...address, request: { ...request, ...clip, kind: 'url', url, uploads: [], title: null } },
    'source_not_found',
  )
  paths.push(`/create?from=${address.id}`)
  await end(made(), null)
  await end(made(), { startSeconds: 0.5, endSeconds: 1.75 })
  const secret = made({ ownerId: anna.account.id }, { visibility: 'private' })
  await end(secret, null)
  await end(made(), 'half')
  for (let number = 0; number < 3; number++) await add(made())
  await validate(site, paths)
  await validate(site, [`/create/${secret.id}`], anna.headers)
})

test('the pages of an account are valid HTML, empty and full', async (t) => {
  const site = await startSite(t)
  const anna = await withPassword(site)
  const pages = [
    '/',
    '/mine',
    '/mine/favourites',
    '/mine/collections',
    '/settings',
    '/settings/remove',
    '/create',
    '/developers',
    '/api/docs',
  ]
  await validate(site, pages, anna.headers)
  const ownerId = anna.account.id
  const own = await site.add({ title: longTitle, ownerId, tags: [longTag] })
  const secret = await site.add({ title: 'A secret', ownerId, visibility: 'private' })
  const hidden = await site.add({ title: 'Gone', ownerId, hidden: true })
  for (let number = 0; number < 60; number++) await site.add({ title: `Frog ${number}`, ownerId })
  const token = await site.withStores(({ accounts }) => makeToken(accounts, ownerId, longTitle.slice(0, 60)))
  await site.withStores(async ({ tasks, drops }) => {
    await tasks.submissions.add(newTask({ ownerId }), 1000)
    const error = { code: 'media_unsupported', message: 'A still picture <JPEG>.' } as const
    const files: NewDroppedFile[] = [
      { name: longTitle, code: own.code, taskId: null, isCopy: true, error: null },
      { name: 'still.jpg', code: null, taskId: null, isCopy: false, error },
      { name: 'other.jpg', code: null, taskId: null, isCopy: false, error },
    ]
    const limits = { refusedOfDrop: 1, ofAccount: 10 }
    await drops.add({ batch: 'drop', ownerId }, files, { limits, isCounted: true })
  })
  const code = newCode()
  await site.withStores(async ({ collections }) => {
    const values = { name: longTitle.slice(0, 100), description: longTitle, visibility: 'public' as const }
    const { id } = await collections.add({ code, ownerId, ...values }, 10)
    await collections.add({ code: newCode(), ownerId, ...values, visibility: 'private' }, 10)
    for (const gif of [own, secret, hidden]) {
      await collections.addGif(id, gif.id, 10)
      await collections.addFavorite(ownerId, gif.id, 10)
    }
  })
  const kept = [
    '/mine/favourites',
    '/mine/favourites?page=9',
    '/mine/collections',
    '/mine/collections?done=deleted',
  ]
  const collection = ['', '/edit', '/edit?done=saved', '/delete', '/embed'].map((end) => `/c/${code}${end}`)
  await validate(site, [...kept, ...collection, `/${own.code}/collect`], anna.headers)
  await validate(site, [`/c/${code}`, `/c/${code}/report`, '/c/nothing', '/c/nothing/embed'])
  const gifs = [own, secret, hidden].flatMap(({ code }) => [`/${code}`, `/${code}/edit`, `/${code}/delete`])
  const lists = [
    '/mine?page=2',
    '/mine?page=99',
    '/mine/descriptions',
    '/mine?q=frog',
    '/import',
    '/import/drop',
    '/import/drop?done=change&count=3&unchanged=1',
    `/settings/tokens/${token.record.id}/revoke`,
    '/settings/webhooks',
    `/settings/webhooks/${await addWebhook(site, ownerId)}`,
  ]
  await validate(site, [...pages, ...gifs, ...lists], anna.headers)
  const notices = ['saved', 'deleted', 'password', 'token', 'session']
  await validate(
    site,
    notices.flatMap((done) => [`/mine?done=${done}`, `/settings?done=${done}`]),
    anna.headers,
  )
})

test('the operator’s pages are valid HTML, empty and full', async (t) => {
  const site = await startSite(t)
  const admin = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const lists = [
    '',
    '/tasks',
    '/notices',
    '/hidden',
    '/collections',
    '/ratings',
    '/descriptions',
    '/categories',
    '/accounts',
    '/apps',
    '/webhooks',
  ].map((end) => `/admin${end}`)
  await validate(site, lists, admin.headers)
  const anna = await signedIn(site, { email: 'anna@example.org' })
  await site.signUp(`${'long'.repeat(15)}@example.org`)
  const gif = await site.add({ title: longTitle, ownerId: anna.account.id })
  const hidden = await site.add({ title: longTitle, hidden: true })
  const look = packLook(Uint32Array.from({ length: 8 }, (_, word) => (word + 1) * 0x9e3779b1))
  for (const tags of [[], [longTag]]) await site.add({ title: longTitle, look, tags })
  const app = await site.withStores(async ({ apps }) => {
    const settings = { ratePerMinute: 60, mayUpload: true, categoryId: 1 }
    return (await addApp(apps, 'An <app> of "this" & that', settings)).app
  })
  await site.withStores(async ({ notices, tasks }) => {
    const words = 'again and again <b>'.repeat(20)
    for (const gifId of [gif.id, hidden.id]) await addNotice({ notices }, { gifId, reason: 'spam', words })
    for (const ownerId of [null, anna.account.id]) {
      await tasks.submissions.add(newTask({ ownerId }), 1000)
      const failed = await tasks.claims.claim('test', 600_000)
      assert.ok(failed)
      await tasks.claims.fail(failed, { code: 'internal', message: errorCodes.internal })
      await tasks.submissions.add(newTask({ ownerId }), 1000)
      const running = await tasks.claims.claim('test', 600_000)
      assert.ok(running)
      await tasks.claims.renewLease(running, 600_000, { fraction: 0.5, step: 'fetching' })
      await tasks.submissions.add(newTask({ ownerId }, { visibility: 'private' }), 1000)
    }
  })
  const statuses = ['waiting', 'processing', 'error', 'done'].map((status) => `/admin/tasks?status=${status}`)
  const removals = [gif, hidden].map(({ code }) => `/admin/gifs/${code}/remove?from=notices`)
  const account = `/admin/accounts/${anna.account.id}`
  const accounts = [
    account,
    `${account}/remove`,
    `/admin/accounts/${admin.account.id}`,
    '/admin/accounts?q=anna',
  ]
  const own = [
    `/${gif.code}`,
    `/${hidden.code}`,
    '/admin/categories/1',
    '/admin/categories?done=added',
    '/admin/duplicates',
    '/admin/duplicates?done=merged',
    `/admin/apps/${app.id}`,
    `/admin/webhooks/${await addWebhook(site, null)}`,
    `/admin/notices/${gif.code}?action=hide`,
  ]
  await validate(site, [...lists, ...statuses, ...removals, ...accounts, ...own], admin.headers)
})

test('the pages of a case are valid HTML for everyone involved, and so are the operator’s own pages', async (t) => {
  const site = await startSite(t)
  const admin = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const anna = await signedIn(site)
  const gif = await site.add({ title: longTitle, ownerId: anna.account.id })
  const contact = { name: longTag, email: 'a@example.org', address: 'Here\n<there>', signature: 'A & B' }
  const secret = 'a'.repeat(32)
  const claim = { reason: 'rights' as const, rightsOwner: longTag, work: '<work>', statements: ['Yes & no'] }
  await site.withStores(({ notices }) =>
    addNotice(
      { notices },
      { gifId: gif.id, words: longTitle, contact, ...claim, secretHash: hashSecret(secret) },
    ),
  )
  const receipt = `/notices/${secret}`
  const own = ['/mine/decisions', `/mine/decisions/${gif.code}`]
  await validate(site, [receipt])
  await validate(site, ['/mine/decisions', '/mine'], anna.headers)
  await site.withStores((stores) => decideAbout(stores, gif.code, 'hide', longTitle))
  await validate(site, [receipt])
  await validate(site, [...own, '/mine', `/${gif.code}`], anna.headers)
  const answer = { words: longTitle, name: longTag, agreed: '1' }
  assert.equal((await postForm(site, own[1] ?? '', answer, anna.headers)).status, 303)
  await validate(site, [receipt])
  await validate(site, own, anna.headers)
  const lists = ['', '?status=counter', '?status=decided&reason=rights', `/${gif.code}`]
  await validate(
    site,
    lists.map((end) => `/admin/notices${end}`),
    admin.headers,
  )
  await mkdir(join(site.folder, 'pages'))
  for (const [name, text] of Object.entries(pageExamples)) {
    await writeFile(
      join(site.folder, 'pages', `${name}.md`),
      `${text}\n> quote\n\n| a |\n|---|\n| b |\n\n1. one\n   - two`,
    )
  }
  await until('the pages are read', async () => (await site.fetch('/about')).status === 200)
  await validate(site, ['/about', '/terms', '/privacy'])
})

test('the pages of publishing, managing by key and reviewing are valid HTML', async (t) => {
  const site = await startSite(t, { PUBLISHING: 'review' })
  const admin = await signedIn(site, { admin: true, email: 'operator@example.org' })
  await validate(site, ['/admin/review'], admin.headers)
  const { gif, key } = await makeAsVisitor(site, { title: longTitle, 'tags[]': ['frog', longTag] })
  await validate(site, ['/admin', '/admin/review', '/admin/review?done=approved'], admin.headers)
  await validate(site, [`/${gif.code}/manage`, `/${gif.code}`])
  for (const action of ['open', 'unpublish', 'publish', 'save'])
    await validatePage(action, await manage(site, gif.code, { key, action, title: longTitle }))
  await validatePage('refused', await manage(site, gif.code, { key, action: 'save', title: '' }))
  await validatePage('wrong key', await manage(site, gif.code, { key: 'x', action: 'open' }))
  await site.withStores(({ visitorGifs }) =>
    visitorGifs.change(gif.code, { state: 'declined', reason: '<b>No</b> & "never"' }),
  )
  await validatePage('declined', await manage(site, gif.code, { key, action: 'open' }))
})

test('every form with invalid input comes back as valid HTML', async (t) => {
  const site = await startSite(t)
  const admin = await signedIn(site, { admin: true, email: 'operator@example.org' })
  const gif = await site.add({ title: longTitle, ownerId: admin.account.id })
  const task = newTask()
  await site.withStores(({ tasks }) => tasks.submissions.add(task, 1000))
  const forms = (await collectSiteRoutes()).filter(
    ({ method, path }) => method === 'POST' && path !== '/logout',
  )
  const address = { code: gif.code, id: String(admin.account.id), task: task.id }
  for (const { email, headers } of [
    { email: '', headers: { origin: site.url } },
    { email: 'x', headers: admin.headers },
  ]) {
    let pages = 0
    for (const form of forms) {
      // Invalid values of nearly every form.
      const body = new URLSearchParams({
        email,
        password: 'x',
        title: '',
        tags: longTag.repeat(3),
        reason: 'no',
        name: '',
      })
      const path = addressOf(form, address)
      const answer = await site.fetch(path, { method: 'POST', body, headers, redirect: 'manual' })
      if (answer.status < 400) continue
      await validatePage(`POST ${path} ${email}`, answer)
      pages++
    }
    assert.ok(pages > 15, `${pages} pages of ${forms.length} forms`)
  }
})

test('the pages of signing in at a provider are valid HTML', async (t) => {
  const site = await startSite(t, {
    // Nothing listens there.
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'gifwright',
    OIDC_NAME: 'Example & Sons "ID"',
  })
  const { account, headers } = await signedIn(site, { admin: true })
  const identity = { issuer: 'https://id.example.org', subject: '<anna> & "co"', email: null }
  await site.withStores(({ accounts }) => accounts.linkIdentity(account.id, identity))
  await validate(site, ['/login', '/signup', '/login/provider', '/login/callback?state=x'])
  const own = ['/settings', '/login/confirm', `/admin/accounts/${account.id}`]
  await validate(site, own, headers)
})

after(async () => {
  const routes = (await collectSiteRoutes()).filter(({ method }) => method === 'GET')
  const unseen = routes.map(({ path }) => path).filter((path) => !seen.has(path))
  assert.deepEqual(unseen, noPages, 'every page of the site was validated')
})
