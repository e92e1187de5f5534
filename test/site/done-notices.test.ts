import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { pageOf } from '../support/browser/page.ts'
import { signedIn } from '../support/signed-in.ts'
import { shareSite } from '../support/site.ts'

const site = shareSite()

test('deleting a GIF is confirmed once on the following list, not again on reload', async (t) => {
  const owner = await signedIn(site)
  const gif = await site.addWithFiles({ ownerId: owner.account.id, title: 'Going' })
  const browser = await openBrowser(t)
  await owner.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/${gif.code}/delete`)
  await page.getByRole('button', { name: english.gif.delete.confirm }).click()
  await page.getByText('1 GIF deleted.').waitFor()
  await page.waitForURL(`${site.url}/mine`)
  await page.reload()
  assert.equal(await page.getByText('1 GIF deleted.').count(), 0)

  await page.goto(`${site.url}/settings?done=revoked#tokens`)
  await page.getByText(english.account.settings.done.revoked).waitFor()
  await page.waitForURL(`${site.url}/settings#tokens`)
})

test('an address cannot claim a larger number of changes than possible at once', async () => {
  const { headers } = await signedIn(site)
  for (const [count, says] of [
    ['24', true],
    ['25', false],
    ['999999999', false],
    ['-1', false],
    ['', false],
  ] as const) {
    const page = await pageOf(`${site.url}/mine?done=delete&count=${count}`, { headers })
    assert.equal(page.text('main').includes('deleted.'), says, count)
  }
})

test('an operator without a password is told how to create one', async () => {
  const { headers } = await signedIn(site, { email: 'op@example.org', admin: true })
  const page = await pageOf(`${site.url}/settings`, { headers })
  assert.match(page.text('main'), /no password yet. Set one .* gifwright account password op@example\.org/)
})
