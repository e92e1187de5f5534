import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attackedSite } from '../../support/attacked-site.ts'

test('140 networks of one site leave places in the password queue for everyone else', async (t) => {
  const { signIn } = await attackedSite(t)
  const flood = Array.from({ length: 140 }, (_, number) =>
    signIn(`2001:db8:7:${number.toString(16)}::1`, { email: `filler-${number}@example.org` }),
  )
  const [one, other] = await Promise.all([signIn('198.51.100.7'), signIn('2001:db8:8::1')])
  assert.deepEqual([one.status, other.status], [303, 303])
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 422).length <= 40, 'a share of the queue was checked')
  assert.deepEqual(new Set(statuses), new Set([422, 429]))
})

test('an unchecked password does not count', async (t) => {
  const { signIn, guess } = await attackedSite(t)
  const from = '198.51.100.7'
  const typed = { email: 'nobody@example.org', password: 'not this one' }
  const statuses = (await Promise.all(Array.from({ length: 40 }, () => signIn(from, typed)))).map(
    ({ status }) => status,
  )
  assert.ok(statuses.includes(429), 'the queue refused some')
  assert.ok(statuses.filter((status) => status === 422).length < 9)
  const next = await signIn(from, typed)
  assert.equal(next.status, 422)
  assert.equal(await guess(from), 422)
})
