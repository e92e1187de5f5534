import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomUtils, parseDocument } from 'htmlparser2'
import { makeToken } from '#src/accounts/tokens.ts'
import { newTask } from '../../contract/stores.ts'
import { withPassword, password } from '../../support/account-site.ts'
import { addressOf, collectSiteRoutes } from '../../support/browser/site-routes.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { shareSite, startSite } from '../../support/site.ts'
import { readZip } from '../../support/media/zip.ts'
import { addNotice } from '../../support/stores/notices.ts'

// One site for the tests that need no other.
const site = shareSite()

const attack = `"'></script></title><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">`

/** The parts of a page that could run, or lead to something that runs, and are not the site's own. */
function foreignParts(markup: string): string[] {
  return DomUtils.findAll(() => true, parseDocument(markup)).flatMap((element) => {
    const { name, attribs } = element
    const isInline =
      name === 'script' && (!attribs.src?.startsWith('/static/') || DomUtils.textContent(element) !== '')
    const handlers = Object.keys(attribs).filter((key) => key.startsWith('on') || key === 'style')
    const leads = ['href', 'src', 'action', 'poster', 'formaction', 'content'].filter((key) =>
      /^\s*(?:javascript|data|vbscript):/i.test(attribs[key] ?? ''),
    )
    return [...(isInline || attribs.src === 'x' ? [name] : []), ...handlers, ...leads]
  })
}

test('the check finds executable parts of a page', () => {
  assert.deepEqual(foreignParts(`<p title="x">${attack}</p>`), ['script', 'img', 'onerror', 'href'])
})

test('untrusted text is text on every page, wherever it comes from', async (t) => {
  const site = await startSite(t)
  const root = await signedIn(site, { email: `<script>alert(1)</script>"'@example.org`, admin: true })
  const gif = await site.add({ ownerId: root.account.id, title: attack, tags: [attack.slice(0, 50)] })
  const failed = newTask({ ownerId: root.account.id })
  await site.withStores(async ({ accounts, catalogue, notices, tasks, sessions }) => {
    await makeToken(accounts, root.account.id, attack)
    await catalogue.addCategory({ name: attack.slice(0, 60), code: 'attack' })
    await addNotice({ notices }, { gifId: gif.id, reason: 'other', words: attack })
    await sessions.add({ accountId: root.account.id, hash: attack, browser: attack })
    await tasks.submissions.add(
      { ...failed, request: { ...failed.request, title: attack, tags: [attack] } },
      1000,
    )
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim !== undefined)
    await tasks.claims.fail(claim, { code: 'source_unreachable', message: attack, field: attack })
  })
  const query = encodeURIComponent(attack)
  const typed = [
    `/?q=${query}&category=${query}`,
    `/login?next=/${query}`,
    `/signup?next=/${query}`,
    `/${query}`,
  ]
  const said = [
    `/mine?done=${query}&count=2`,
    `/settings?done=${query}`,
    `/admin/accounts?q=${query}&done=${query}`,
  ]
  const given = { code: gif.code, id: '1', task: failed.id }
  const routes = (await collectSiteRoutes()).filter(({ method }) => method === 'GET')
  const html = [
    ...typed,
    ...said,
    `/create?from=${failed.id}`,
    ...routes.map((route) => addressOf(route, given)),
  ]
  let pages = 0
  for (const path of html) {
    for (const headers of [{}, root.headers]) {
      const answer = await site.fetch(path, { headers: { ...headers, 'user-agent': attack } })
      if (answer.headers.get('content-type') !== 'text/html; charset=utf-8') continue
      assert.deepEqual(foreignParts(await answer.text()), [], path)
      pages += 1
    }
  }
  assert.ok(pages > 60, `${pages}`)
  const forms = (await collectSiteRoutes()).filter(({ method }) => method === 'POST')
  const names = [
    'title',
    'category',
    'tags',
    'email',
    'next',
    'name',
    'code',
    'gif',
    'reason',
    'url',
    'start',
    'back',
  ]
  const values = Object.fromEntries(
    [...names, 'source', 'words', 'page', 'current_password'].map((name) => [name, attack]),
  )
  for (const route of forms.filter(({ path }) => path !== '/logout')) {
    const answer = await postForm(site, addressOf(route, { ...given, id: '99' }), values, root.headers)
    assert.ok(answer.status < 500, `${route.path} ${answer.status}`)
    assert.deepEqual(foreignParts(await answer.text()), [], route.path)
  }
  const suggested = await site.fetch(`/search/suggestions?q=script`)
  assert.match(suggested.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(suggested.headers.get('x-content-type-options'), 'nosniff')
})

test('signing in leads to a path of the site, for any address', async () => {
  const { account } = await withPassword(site)
  const { email } = account
  const elsewhere = [
    ...['//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example'],
    ...[
      'https://evil.example',
      'javascript:alert(1)',
      'evil.example',
      '/.//evil.example',
      '/..//evil.example',
    ],
    ...[
      '/a/..//evil.example',
      '/\u0000/evil.example',
      ' //evil.example',
      '///evil.example',
      '/\u2028/evil.example',
    ],
    ...['/x\r\nSet-Cookie: a=b', '/logout', '/login?next=//evil.example', `${site.url}@evil.example`],
  ]
  for (const next of elsewhere) {
    const page = await (await site.fetch(`/login?next=${encodeURIComponent(next)}`)).text()
    assert.match(page, /name="next" value="\/"/, next)
  }
  // The form is read like the page: some of them show it, since checking a password takes long.
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a/..//evil.example']) {
    const answer = await postForm(site, '/login', { email, password, next }, { origin: site.url })
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/'], next)
  }
  for (const next of ['/%5cevil.example', '/%2f%2fevil.example', '/%09/evil.example']) {
    const answer = await postForm(site, '/login', { email, password, next }, { origin: site.url })
    const led = new URL(answer.headers.get('location') ?? '', site.url)
    assert.equal(led.origin, site.url)
  }
})

test('only the frames of a GIF and of the picker may be framed, and viewer-dependent pages are in no shared cache', async (t) => {
  const site = await startSite(t, {
    // Nothing listens there.
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'gifwright',
  })
  const root = await signedIn(site, { admin: true })
  const gif = await site.add({ ownerId: root.account.id })
  const task = newTask()
  await site.withStores(({ tasks }) => tasks.submissions.add(task, 1000))
  const given = { code: gif.code, id: '1', task: task.id }
  for (const route of (await collectSiteRoutes()).filter(({ method }) => method === 'GET')) {
    const path = addressOf(route, given)
    const [answer, visitors] = [
      await site.fetch(path, { headers: root.headers, redirect: 'manual' }),
      await site.fetch(path, { redirect: 'manual' }),
    ]
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      ['/embed/:code', '/c/:code/embed', '/picker'].includes(route.path)
        ? /frame-ancestors \*$/
        : /frame-ancestors 'none'$/,
      path,
    )
    assert.doesNotMatch(policy, /'unsafe-|\*\./)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const kept = answer.headers.get('cache-control') ?? ''
    const [text, otherText] = [await answer.text(), await visitors.text()]
    // A browser requests its worker each time.
    const isForAll = /public/.test(kept) || kept === '' || path === '/share-worker.js'
    if (isForAll) assert.equal(text, otherText, `${path} is the same for all`)
    else assert.match(kept, /private|no-store/, path)
    assert.equal(visitors.headers.get('set-cookie'), null)
  }
})

test('a body that is no form is refused as an error of the sender, at every form', async () => {
  const root = await signedIn(site, { email: 'root@example.org', admin: true })
  const gif = await site.add({ ownerId: root.account.id })
  const json = 'application/json'
  const bodies: [string, string][] = [
    ...[
      '[]',
      'null',
      '1',
      '{',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
    ].map((body): [string, string] => [json, body]),
    [
      json,
      JSON.stringify(
        Object.fromEntries(
          ['back', 'name', 'email', 'title', 'page', 'next'].map((key) => [key, [{ a: [] }]]),
        ),
      ),
    ],
    [json, `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['application/x-www-form-urlencoded', '__proto__[admin]=1&constructor[prototype][admin]=1&%ff=%&=&&'],
    ['application/x-www-form-urlencoded', 'a=1&'.repeat(2000)],
    ['application/x-www-form-urlencoded', `name=${'x'.repeat(400_000)}`],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\ncut'],
    ['text/plain', 'name=x'],
    ['application/xml', '<x/>'],
  ]
  for (const route of (await collectSiteRoutes()).filter(
    ({ method, path }) => method === 'POST' && path !== '/logout',
  )) {
    for (const [type, body] of bodies) {
      const address = addressOf(route, { code: 'Zz0123456789', id: '99', task: 'none' })
      const answer = await site.fetch(address, {
        method: 'POST',
        headers: { ...root.headers, 'content-type': type },
        body,
        redirect: 'manual',
      })
      // Shared content is not read here.
      const isDone =
        answer.status === 303 &&
        (/\/settings\/(?:sessions|ended-access)/.test(route.path) || route.path === '/share')
      assert.ok(
        isDone || (answer.status >= 400 && answer.status < 500),
        `${route.path} ${answer.status} ${body.slice(0, 60)}`,
      )
    }
  }
  assert.equal(Reflect.get({}, 'admin'), undefined)
  assert.equal((await site.fetch(`/${gif.code}`)).status, 200)
})

test('the names in an archive are made of codes, whatever the title of a GIF', async () => {
  const anna = await signedIn(site)
  await site.addWithFiles({ ownerId: anna.account.id, title: '../../etc/passwd\u0000\u202e' })
  const answer = await site.fetch('/settings/export', { headers: anna.headers })
  const files = readZip(Buffer.from(await answer.arrayBuffer()))
  for (const name of files.keys())
    assert.match(
      name,
      /^(?:account\.json|collections\.json|notices\.json|gifs\.jsonl?|gifs\/[0-9A-Za-z]{12}\.(?:gif|mp4))$/,
    )
  assert.equal(files.size, 7)
})
