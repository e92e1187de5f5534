import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitor } from '#src/accounts/account.ts'
import { reportGif } from '#src/catalogue/report-gif.ts'
import { publishGif } from '../support/gifs.ts'
import { openTestStores } from '../support/stores.ts'

test('a report is kept with its reason and its words, until it is resolved', async (t) => {
  const stores = await openTestStores(t)
  const { code, id } = await publishGif(stores)
  await reportGif(stores, code, visitor, { reason: 'person', words: '  That is me.\nPlease remove it. ' })
  await reportGif(stores, code, visitor, { reason: 'spam', words: '' })
  const { total, gifs } = await stores.reports.open({ start: 0, limit: 10 })
  assert.equal(total, 1)
  const said = gifs[0]?.reports.map(({ reason, words }) => ({ reason, words })) ?? []
  assert.deepEqual(
    said.toSorted((one, other) => one.reason.localeCompare(other.reason)),
    [
      { reason: 'person', words: 'That is me.\nPlease remove it.' },
      { reason: 'spam', words: '' },
    ],
  )
  assert.equal(await stores.reports.resolveReports(id), 2)
})

test('what a report says has no control characters and nothing that turns the direction of the page', async (t) => {
  const stores = await openTestStores(t)
  const { code } = await publishGif(stores)
  const words = '\u202egnp.exe\u0007 \u001b[2J look\r\nhere 👩🏽‍🚀\u2066'
  await reportGif(stores, code, visitor, { reason: 'other', words })
  const { gifs } = await stores.reports.open({ start: 0, limit: 1 })
  assert.equal(gifs[0]?.reports[0]?.words, 'gnp.exe   [2J look\nhere 👩🏽‍🚀')
  const long = { reason: 'other', words: 'e\u0301'.repeat(100_000) }
  await assert.rejects(reportGif(stores, code, visitor, long), { code: 'invalid_value', field: 'words' })
})

test('a report needs a reason of the list, few enough words, and a GIF that one can see', async (t) => {
  const stores = await openTestStores(t)
  const account = await stores.accounts.add({
    email: 'a@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  const { code } = await publishGif(stores)
  const secret = await publishGif(stores, { visibility: 'private', ownerId: account.id })
  const report = (to: string, reason: string, words = '') => reportGif(stores, to, visitor, { reason, words })
  for (const reason of ['', 'boring', 'constructor', '__proto__']) {
    await assert.rejects(report(code, reason), { code: 'invalid_value', field: 'reason' })
  }
  await assert.rejects(report(code, 'other', 'x'.repeat(1001)), { code: 'invalid_value', field: 'words' })
  await report(code, 'other', '😀'.repeat(1000))
  await assert.rejects(report(secret.code, 'other'), { code: 'not_found' })
  await assert.rejects(report('nosuchcode12', 'other'), { code: 'not_found' })
})

test('a GIF reported without end fills no disk, and a graver reason is heard all the same', async (t) => {
  const stores = await openTestStores(t)
  const { code, id } = await publishGif(stores)
  for (let number = 0; number < 30; number++) {
    await reportGif(stores, code, visitor, { reason: 'other', words: `${number}` })
  }
  await reportGif(stores, code, visitor, { reason: 'violence', words: '' })
  assert.equal(await stores.reports.resolveReports(id), 6)
})
