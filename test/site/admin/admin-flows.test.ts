import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startOrigin, video } from '../../support/http/origin-server.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { addNotice } from '../../support/stores/notices.ts'

test('a failed task is retried from its page, and its GIF is made', async (t) => {
  const bytes = await readFile(await makeVideo(t))
  let isThere = false
  const origin = await startOrigin(t, {
    '/clip.mp4': (request, response) =>
      isThere ? video(bytes)(request, response) : response.writeHead(404).end('not yet'),
  })
  const site = await startSite(t, {
    WORKER_CONCURRENCY: '1',
    SOURCE_ALLOWED_HOSTS: origin.pair,
    SOURCE_PORTS: String(origin.port),
  })
  const admin = await signedIn(site, { admin: true })
  const address = String(origin.url('/clip.mp4'))
  const { body } = await site.post('/api/create-gif/source/url', {
    url: address,
    start: 0,
    end: 1,
    category: 1,
    title: 'Later',
  })
  assert.equal((await site.ended(body.id)).status, 'error')

  const browser = await openBrowser(t)
  await admin.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/admin`)
  await page.getByRole('link', { name: 'Failed' }).click()
  await page.getByText(address).waitFor()
  await page.getByText('source_not_found').waitFor()
  isThere = true
  await page.getByRole('button', { name: 'Try again: Later' }).click()
  await page.getByText(english.admin.done.retried).waitFor()
  assert.equal(new URL(page.url()).search, '?status=error')
  const ended = await site.ended(body.id)
  assert.equal(ended.status, 'done', JSON.stringify(ended))
  await page.goto(`${site.url}/admin/tasks?status=done`)
  await page.getByRole('link', { name: english.admin.tasks.seeGif }).click()
  await page.getByRole('heading', { name: 'Later' }).waitFor()
})

test('a reported GIF is hidden, and gone for everyone else until it is shown again', async (t) => {
  const site = await startSite(t)
  const gif = await site.addWithFiles({ title: 'A strange thing', tags: ['strange'] })
  await site.withStores(({ notices }) =>
    addNotice({ notices }, { gifId: gif.id, reason: 'person', words: 'That is <me>.' }),
  )
  const admin = await signedIn(site, { admin: true })
  const browser = await openBrowser(t)
  await admin.enter(browser)
  const page = await browser.newPage()
  const find = async () => (await site.json('/api/find?q=strange')).body.total
  const seen = async () => [
    (await site.fetch(`/${gif.code}`)).status,
    (await site.fetch(`/api/gif/${gif.code}`)).status,
    (await site.fetch(`/media/gifs/${gif.mediaId}/gif.gif`)).status,
  ]
  assert.equal(await find(), 1)

  await page.goto(`${site.url}/admin/notices`)
  await page.locator('.records').getByText('It shows me or someone else against their will').waitFor()
  await page.getByText('That is <me>.').waitFor()
  await page.getByRole('button', { name: 'Hide: A strange thing' }).click()
  await page.getByText(english.admin.notices.none.open).waitFor()
  assert.equal(await find(), 0)
  assert.deepEqual(await seen(), [404, 404, 404])

  await page.getByRole('link', { name: 'Hidden GIFs' }).click()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: `${english.admin.hidden.show}: A strange thing` }).click()
  await page.getByText(english.admin.hidden.none).waitFor()
  assert.equal(await find(), 1)
  assert.deepEqual(await seen(), [200, 200, 200])
})

test('a reported GIF is marked, kept or removed, also without script', async (t) => {
  const site = await startSite(t)
  const gifs = []
  for (const title of ['One', 'Two', 'Three']) {
    const gif = await site.addWithFiles({ title })
    gifs.push(gif)
    await site.withStores(({ notices }) => addNotice({ notices }, { gifId: gif.id, reason: 'nsfw' }))
  }
  const [one, two, three] = gifs
  assert.ok(one && two && three)
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  await (await signedIn(site, { admin: true })).enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/admin/notices`)
  await page.getByRole('button', { name: 'Keep: One' }).click()
  await page.getByText('The GIF stays as it is').waitFor()
  await page.getByRole('button', { name: 'Mark NSFW: Two' }).click()
  await page.getByText(english.admin.done.rated).waitFor()
  await page.getByRole('link', { name: 'Remove: Three' }).click()
  await page.getByRole('heading', { name: english.admin.removeGif.title }).waitFor()
  assert.equal((await site.fetch(`/${three.code}`)).status, 200)
  await page.getByRole('button', { name: english.admin.removeGif.confirm }).click()
  await page.getByText('The GIF is removed.').waitFor()
  await page.getByText(english.admin.notices.none.open).waitFor()

  assert.equal((await site.fetch(`/${one.code}`)).status, 200)
  assert.equal((await site.json(`/api/gif/${two.code}`)).body.result[0]?.nsfw, true)
  assert.equal((await site.fetch(`/${three.code}`)).status, 404)
  assert.equal((await site.fetch(`/media/gifs/${three.mediaId}/gif.gif`)).status, 404)
})

test('buttons change the order of the categories, and the site shows it', async (t) => {
  const site = await startSite(t)
  await site.add()
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  await (await signedIn(site, { admin: true })).enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/admin/categories`)
  const names = async () =>
    (await page.locator('tbody tr td:first-child').allTextContents()).map((name) => name.trim())
  const [first, second, third] = await names()
  await page.getByRole('button', { name: `↑: ${third} up` }).click()
  await page.getByText('The order is changed.').waitFor()
  assert.deepEqual((await names()).slice(0, 3), [first, third, second])
  assert.ok(await page.getByRole('button', { name: `↑: ${first} up` }).isDisabled())

  await page.getByLabel('Name').fill('Clouds')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('The category is added.').waitFor()
  await page.getByRole('link', { name: 'Clouds' }).click()
  assert.equal(await page.getByLabel('Code').inputValue(), 'clouds')
  await page.getByLabel('Name').fill('Clouds & sky')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Clouds & sky' }).waitFor()

  // The site shows only categories with GIFs.
  const { body } = await site.json('/api/categories')
  for (const { id } of body.categories ?? []) await site.add({ categoryId: id })
  await page.goto(site.url)
  const chips = await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').allTextContents()
  const shown = chips.map((chip) => chip.trim())
  assert.ok(shown.indexOf(third ?? '') > 0 && shown.indexOf(third ?? '') < shown.indexOf(second ?? ''))
  assert.equal(shown.at(-1), 'Clouds & sky')
})

test('the overview refreshes itself, except for the part in use', async (t) => {
  const site = await startSite(t)
  const browser = await openBrowser(t)
  await (await signedIn(site, { admin: true })).enter(browser)
  const page = await browser.newPage()
  await page.clock.install()
  await page.goto(`${site.url}/admin`)
  const tile = page.getByRole('link', { name: 'Public GIFs' })
  await tile.getByText('0', { exact: true }).waitFor()
  await site.add()
  await page.clock.runFor(6000)
  await tile.getByText('1', { exact: true }).waitFor()

  let asked = 0
  page.on('request', () => void asked++)
  await tile.focus()
  await site.add()
  await page.clock.runFor(6000)
  await page.getByRole('link', { name: 'Tasks' }).focus()
  await page.clock.runFor(6000)
  await tile.getByText('2', { exact: true }).waitFor()
  assert.equal(asked, 1)
})
