import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { english } from '#src/site/messages/en/messages.ts'
import type { Answer } from '../../support/answers.ts'
import { password, withPassword } from '../../support/account-site.ts'
import { selectionTexts } from '#src/site/messages/en/client/selection.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

test('from signing up to signing out: a token makes a private GIF, which nobody else sees and which is deleted', async (t) => {
  const site = await startSite(t, { WORKER_CONCURRENCY: '1' })
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))

  await page.goto(`${site.url}/settings`)
  await page.getByRole('link', { name: english.account.signIn.createAccount }).click()
  await page.getByLabel(english.account.email).fill('anna@example.org')
  const field = page.locator('[name="password"]')
  await field.fill(password)
  await page.getByRole('button', { name: 'Show: Password' }).click()
  assert.equal(await field.getAttribute('type'), 'text')
  await page.getByRole('button', { name: english.account.signUp.submit }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.getByText('This one').waitFor()

  await page.getByLabel(english.account.tokens.name).fill('my laptop')
  await page.getByRole('button', { name: english.account.tokens.create }).click()
  const token = await page.getByLabel('Token', { exact: true }).inputValue()
  assert.match(
    await page.locator('[data-example]').innerText(),
    new RegExp(`^curl ${site.url}/api.*\n.*Bearer ${token}`),
  )
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  const values = { category: '1', start: '0', end: '1', title: 'Only mine', private: '1' }
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 320, height: 180 }))
  form.append('video', new Blob([new Uint8Array(video)]), 'clip.mp4')
  const posted = await site.json('/api/create-gif/source/video', { method: 'POST', body: form, headers })
  const ended: Answer = await site.ended(posted.body.id)
  assert.equal(ended.status, 'done', JSON.stringify(ended))
  const { code } = ended.result

  await page.goto(`${site.url}/mine`)
  await page.getByText('Private', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Only mine', exact: true }).click()
  await page.getByRole('heading', { name: 'Only mine' }).waitFor()
  const second = await openBrowser(t)
  const stranger = await second.newPage()
  assert.equal((await stranger.goto(`${site.url}/${code}`))?.status(), 404)

  await page.goto(`${site.url}/mine`)
  await page.getByRole('checkbox', { name: 'Only mine' }).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: english.account.mine.deleteConfirm(1) }).click()
  await page.getByText('1 GIF deleted.').waitFor()
  assert.equal((await site.fetch(`/api/gif/${code}`, { headers })).status, 404)

  const cookies = await browser.cookies()
  await page.getByText('Account', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await browser.addCookies(cookies)
  await page.goto(`${site.url}/settings`)
  await page.getByRole('heading', { name: 'Sign in to' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('without script a visitor signs in, makes many GIFs private and revokes a token', async (t) => {
  const site = await startSite(t)
  const { account } = await withPassword(site)
  const gif = await site.addWithFiles({ ownerId: account.id, title: 'A frog jumps' })
  const browser = await openBrowser(t, { javaScriptEnabled: false })
  const page = await browser.newPage()
  await page.goto(`${site.url}/mine`)
  await page.getByLabel(english.account.email).fill('anna@example.org')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('checkbox', { name: 'A frog jumps' }).check()
  await page.getByRole('button', { name: 'Make private' }).click()
  await page.getByText(english.account.mine.done.private(1)).waitFor()
  assert.equal((await site.fetch(`/${gif.code}`)).status, 404)
  await page.goto(`${site.url}/settings`)
  await page.getByLabel(english.account.tokens.name).fill('my laptop')
  await page.getByRole('button', { name: english.account.tokens.create }).click()
  await page.getByRole('link', { name: english.account.tokens.copied }).click()
  await page.getByRole('link', { name: 'Revoke… the token my laptop' }).click()
  await page.getByRole('button', { name: english.account.tokens.revokeConfirm }).click()
  await page.getByText(english.account.settings.done.revoked).waitFor()
})

test('"Select all" selects every GIF, and the actions are disabled until one is selected', async (t) => {
  const site = await startSite(t)
  const anna = await withPassword(site)
  const { mediaId } = await site.addWithFiles({ ownerId: anna.account.id })
  for (let number = 0; number < 3; number++) await site.add({ ownerId: anna.account.id, mediaId })
  const browser = await openBrowser(t)
  await anna.enter(browser)
  const page = await browser.newPage()
  await page.goto(`${site.url}/mine`)
  const makePrivate = page.getByRole('button', { name: 'Make private' })
  assert.equal(await makePrivate.isDisabled(), true)
  await page.getByRole('button', { name: english.kit.bulk.selectAll }).click()
  await page.getByText(selectionTexts.selected(4)).waitFor()
  await makePrivate.click()
  await page.getByText(english.account.mine.done.private(4)).waitFor()
})
