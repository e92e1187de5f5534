import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitor } from '#src/accounts/account.ts'
import { hashSecret } from '#src/accounts/tokens.ts'
import { RateCounter } from '#src/lib/rate-counter.ts'
import { caseToDecide, decideCase } from '#src/catalogue/notices/decide-case.ts'
import { type NoticeInput, readNotice } from '#src/catalogue/notices/read-notice.ts'
import { openLimits, sendNotice, type UseLimit } from '#src/catalogue/notices/send-notice.ts'
import { noticeMessages } from '#src/site/messages/en/notices.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import { decideAbout } from '../../support/stores/notices.ts'
import { openTestStores, type TestStores } from '../../support/stores/stores.ts'

const { faults } = noticeMessages
const read = (input: Partial<NoticeInput>) => readNotice({ reason: 'other', agreed: [], ...input }, faults)

const claim: NoticeInput = {
  reason: 'rights',
  rightsOwner: 'Film Ltd',
  work: 'A film, https://film.example/1',
  name: 'Anna',
  email: 'anna@film.example',
  signature: 'Anna A.',
  agreed: ['goodFaith', 'accurate'],
}

const send = (stores: TestStores, code: string, input: Partial<NoticeInput> = {}, daily: UseLimit = null) =>
  sendNotice(
    stores,
    daily,
    code,
    { viewer: visitor, address: '192.0.2.1' },
    { notice: read(input), statements: [], faults },
  )

test('the text of a notice has no control characters and nothing that changes the text direction', () => {
  const words = '\u202egnp.exe\u0007 \u001b[2J look\r\nhere 👩🏽‍🚀\u2066'
  assert.equal(read({ words }).words, 'gnp.exe   [2J look\nhere 👩🏽‍🚀')
  assert.equal(readNotice({ ...claim, name: 'A\nna\u202e' }, faults).contact?.name, 'A na')
  const long = 'e\u0301'.repeat(100_000)
  for (const field of ['words', 'work', 'name'] as const) {
    assert.throws(() => readNotice({ ...claim, [field]: long }, faults), { code: 'invalid_value', field })
  }
})

test('a notice has exactly the fields that its reason requires', () => {
  for (const reason of ['', 'boring', 'constructor', '__proto__']) {
    assert.throws(() => read({ reason }), { code: 'invalid_value', field: 'reason' })
  }
  const quick = readNotice({ ...claim, reason: 'spam' }, faults)
  assert.deepEqual([quick.contact, quick.work, quick.rightsOwner, quick.capacity], [null, null, null, null])
  assert.equal(read({ words: '😀'.repeat(2000) }).words.length, 4000)
  assert.throws(() => read({ words: 'x'.repeat(2001) }), { code: 'invalid_value', field: 'words' })
  assert.equal(readNotice(claim, faults).contact?.signature, 'Anna A.')
  for (const field of ['rightsOwner', 'work', 'name', 'email', 'signature'] as const) {
    assert.throws(() => readNotice({ ...claim, [field]: ' ' }, faults), { code: 'missing_value', field })
  }
  assert.throws(() => readNotice({ ...claim, agreed: ['goodFaith'] }, faults), { field: 'accurate' })
  assert.throws(() => readNotice({ ...claim, email: 'nobody' }, faults), { field: 'email' })
  assert.throws(() => read({ reason: 'person' }), { field: 'capacity' })
  assert.throws(() => read({ reason: 'person', capacity: 'king' }), { field: 'capacity' })
  assert.equal(read({ reason: 'person', capacity: 'me' }).contact, null)
  assert.throws(() => read({ reason: 'illegal', agreed: ['goodFaith'] }), { field: 'words' })
})

test('endless reports of a GIF fill no disk, and a graver reason or a claim is still recorded', async (t) => {
  const stores = await openTestStores(t)
  const { code } = await publishGif(stores)
  for (let number = 0; number < openLimits.ofReason; number++) await send(stores, code)
  await assert.rejects(send(stores, code), { code: 'rate_limited', message: faults.reasonFull })
  await send(stores, code, { reason: 'violence' })
  await send(stores, code, claim)
  assert.deepEqual(await decideAbout(stores, code, 'dismiss'), { resolved: 7 })
  const daily = { counter: new RateCounter({ windowMs: 1000, maxKeys: 10 }), max: 1 }
  await send(stores, code, {}, daily)
  await assert.rejects(send(stores, code, {}, daily), { code: 'rate_limited', message: faults.dayFull })
})

test('only operators open a case and decide it', async (t) => {
  const stores = await openTestStores(t)
  const { code } = await publishGif(stores)
  await send(stores, code)
  const account = {
    id: 7,
    email: 'anna@example.org',
    premium: true,
    admin: false,
    blocked: false,
    createdAt: 0,
  }
  for (const viewer of [visitor, { account }]) {
    await assert.rejects(caseToDecide(stores, code, viewer), { code: 'forbidden' })
    const decision = { action: 'hide', statement: 'Mine now.', textBlock: null } as const
    await assert.rejects(decideCase(stores, code, viewer, decision), { code: 'forbidden' })
  }
  const operator = { account: { ...account, admin: true } }
  assert.equal((await caseToDecide(stores, code, operator)).notices.length, 1)
})

test('a notice needs a visible GIF, and its receipt is found only by its secret', async (t) => {
  const stores = await openTestStores(t)
  const hidden = await publishGif(stores, { hidden: true })
  for (const code of [hidden.code, 'nosuchcode12']) {
    await assert.rejects(send(stores, code), { code: 'not_found' })
  }
  const { code } = await publishGif(stores)
  const { secret, reference } = await send(stores, code)
  assert.match(secret, /^[0-9A-Za-z]{32}$/)
  assert.match(reference, /^[2-9A-Z]{10}$/)
  assert.equal((await stores.notices.bySecretHash(hashSecret(secret)))?.notice.reference, reference)
  assert.equal(await stores.notices.bySecretHash(hashSecret(reference)), undefined)
  assert.equal(await stores.notices.byReference(reference), code)
})
