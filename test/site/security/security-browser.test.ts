import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { english } from '#src/site/messages/en/messages.ts'
import { password, withPassword } from '../../support/account-site.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import {
  attack,
  checkHostilePages,
  openGullible,
  runningAddresses,
  settle,
  short,
} from '../../support/browser/gullible.ts'
import { startSite } from '../../support/site.ts'
import { untilOnPage } from '../../support/until.ts'

test('a gullible browser runs unescaped text', async (t) => {
  const { page, runs } = await openGullible(t)
  await page.setContent(attack)
  await settle(page)
  assert.ok(runs() > 0)
})

test('no untrusted text runs on the pages that show the most of it, even without the content security policy', async (t) => {
  await checkHostilePages(t, ({ code, task, said }) => [
    ...[
      `/${code}`,
      `/${code}/edit`,
      '/settings',
      '/mine',
      '/admin/tasks',
      '/admin/notices',
      '/admin/categories',
    ],
    ...[`/?q=${said}`, `/create?from=${task}`, `/login?next=/${said}`, `/${said}`],
    `/picker?origin=*&texts=${said}&key=${said}&theme=${said}`,
  ])
})

test('no untrusted text runs in the browser modules that process it', async (t) => {
  const site = await startSite(t)
  for (let number = 0; number < 3; number++)
    await site.add({ title: `${attack} kitten ${number}`, tags: [short, 'kitten'] })
  const { page, runs } = await openGullible(t)
  await page.goto(site.url)
  await page.getByRole('combobox').or(page.locator('input[name="q"]')).first().pressSequentially('img')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await untilOnPage(page, `document.body.textContent.includes('onerror=owned()')`)
  assert.equal(runs(), 0, 'suggestions and results during typing')

  await page.goto(site.url)
  await page.locator('.grid a').first().click()
  await page.locator('h1').waitFor()
  await page.goBack()
  await page.locator('.grid a').first().waitFor()
  await page.evaluate(`history.replaceState({ place: null, x: ${JSON.stringify(attack)} }, '')`)
  await page.evaluate(
    `postMessage(${JSON.stringify({ html: attack, place: { grid: attack, pages: attack } })}, '*')`,
  )
  await settle(page)
  assert.equal(runs(), 0, 'a grid restored from the history')

  const tasks = JSON.stringify([
    { id: 'abc', title: attack, time: 1 },
    { id: 'javascript:owned()', title: 'x', time: 1 },
    { id: '../..//evil.example', title: attack, time: 1 },
  ])
  await page.evaluate(`localStorage.setItem('gifwright.recent', ${JSON.stringify(tasks)})`)
  await page.goto(`${site.url}/create`)
  await settle(page)
  await page.evaluate(`(() => {
    for (const kind of ['paste', 'drop']) {
      const data = new DataTransfer()
      for (const type of ['text/plain', 'text/html', 'text/uri-list'])
        data.setData(type, type === 'text/html' ? ${JSON.stringify(attack)} : 'javascript:owned()')
      const event = kind === 'paste'
        ? new ClipboardEvent(kind, { clipboardData: data, bubbles: true, cancelable: true })
        : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    }
  })()`)
  const field = page.locator('input[name="url"]')
  await field.fill('javascript:owned()')
  await field.press('Enter')
  await field.fill(`https://example.org/${attack}`)
  await field.press('Enter')
  assert.deepEqual(await page.evaluate(runningAddresses), [])
  await page.goto(`${site.url}/create`)
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="owned()"/>')
  const files = page.locator('[data-choose]')
  const name = `${attack.replaceAll('/', '-')}.mp4`
  await files.setInputFiles({ name, mimeType: 'video/mp4', buffer: bytes })
  await untilOnPage(page, `document.body.textContent.includes('onerror=owned()')`)
  for (const [ending, mimeType] of [
    ['svg', 'image/svg+xml'],
    ['html', 'text/html'],
    ['png', 'image/png'],
  ] as const) {
    await page.goto(`${site.url}/create`)
    await page.locator('[data-choose]').setInputFiles([
      { name: `${short}.${ending}`, mimeType, buffer: bytes },
      { name: `${short} 2.${ending}`, mimeType, buffer: bytes },
    ])
    await settle(page)
  }
  assert.equal(runs(), 0, 'the maker')
})

test('the page of the API shows only its own document, whatever its address contains', async (t) => {
  const site = await startSite(t)
  const evil = await startEvil(
    t,
    '{"openapi":"3.1.0","info":{"title":"Evil","version":"1"},"paths":{}}',
    'application/json',
  )
  const { page, runs } = await openGullible(t)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).host))
  const document = encodeURIComponent(`${evil.url}/openapi.json`)
  for (const query of ['url', 'configUrl', 'urls.primaryName', 'spec', 'oauth2RedirectUrl']) {
    await page.goto(`${site.url}/api/docs?${query}=${document}#/<img src=x onerror=owned()>`)
    await page.getByRole('heading', { name: 'API reference' }).waitFor()
    assert.equal(await page.getByText('Evil').count(), 0)
  }
  // Results of a tried call are shown as text.
  await site.add({ title: '<img src=x onerror=owned()>', tags: ['strange'] })
  const call = page.locator('#findByLink')
  await call.getByText('Try it').click()
  await call.getByRole('textbox', { name: 'q' }).fill('strange')
  await call.getByRole('button', { name: 'Send' }).click()
  await call.getByText('<img src=x onerror=owned()>').waitFor()
  assert.deepEqual(new Set(asked), new Set([new URL(site.url).host]))
  assert.equal(runs(), 0)
})

test('another site can neither frame the pages nor act for a signed-in person', async (t) => {
  const site = await startSite(t)
  const anna = await withPassword(site)
  const gif = await site.addWithFiles({ ownerId: anna.account.id })
  const browser = await openBrowser(t)
  await signInByHand(browser, site.url)
  const evil = await startEvil(t, '<!doctype html><title>Evil</title>', 'text/html')
  const page = await browser.newPage()
  for (const [path, isShown] of [
    ...[['/', false] as const, ['/settings', false] as const, ['/login', false] as const],
    ...[
      [`/${gif.code}`, false] as const,
      ['/api/docs', false] as const,
      [`/embed/${gif.code}`, true] as const,
    ],
  ]) {
    await page.goto(evil.url)
    await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.onload = resolve
      frame.src = ${JSON.stringify(site.url + path)}
      document.body.append(frame)
    })`)
    const [, frame] = page.frames()
    assert.equal(frame?.url() === site.url + path, isShown, `${path} ${frame?.url()}`)
  }

  const gifs = await listOwnGifs(browser, site.url)
  const tries: [string, Record<string, string>][] = [
    ['/logout', {}],
    ['/settings/tokens', { name: 'evil' }],
    [`/${gif.code}/delete`, {}],
    ['/signup', { email: 'evil@example.org', password }],
  ]
  for (const origin of [evil.url, evil.url.replace('localhost', '127.0.0.1')]) {
    for (const [path, values] of tries) {
      await page.goto(origin)
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await page.evaluate(`(() => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = ${JSON.stringify(site.url + path)}
        for (const [name, value] of Object.entries(${JSON.stringify(values)})) {
          const input = document.createElement('input')
          Object.assign(input, { name, value })
          form.append(input)
        }
        document.body.append(form)
        form.submit()
      })()`)
      assert.equal((await answered).status(), 403, `${path} from ${origin}`)
      await page.waitForURL(site.url + path)
      await page.goto(origin)
      await page.evaluate(`fetch(${JSON.stringify(site.url + path)}, {
        method: 'POST', mode: 'no-cors', credentials: 'include',
        headers: { 'content-type': 'text/plain' }, body: ${JSON.stringify(JSON.stringify(values))},
      }).catch(() => {})`)
    }
  }
  assert.deepEqual(await listOwnGifs(browser, site.url), gifs)
  assert.deepEqual(await site.withStores(({ accounts }) => accounts.tokens(anna.account.id)), [])
  assert.equal(await site.withStores(({ accounts }) => accounts.byEmail('evil@example.org')), undefined)
  assert.equal(await page.evaluate('document.cookie'), '')
})

/** So that the cookie is the one set by the site. */
async function signInByHand(browser: BrowserContext, url: string): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel(english.account.email).fill('anna@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('anna@example.org').first().waitFor({ state: 'attached' })
  await page.close()
}

/** The signed-in browser's view of its own data. */
async function listOwnGifs(browser: BrowserContext, url: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(`${url}/mine`)
  assert.equal(await page.evaluate('document.cookie'), '', 'no script reads the session')
  const words = await page.locator('main').textContent()
  await page.close()
  return words ?? ''
}

/** Another site on this machine, which gives everyone the same answer. */
async function startEvil(t: { after(action: () => void): void }, body: string, type: string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { url: `http://localhost:${address.port}` }
}
