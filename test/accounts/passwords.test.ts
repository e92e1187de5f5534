import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { checkPassword } from '#src/accounts/password-rules.ts'
import { hashPassword, needsRehash, isPassword, generatePassword } from '#src/accounts/passwords.ts'

/** A hash at a lower cost, as older versions made it. */
function cheapHash(password: string): string {
  const salt = Buffer.from('sixteen bytes, so')
  const hash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 })
  return `scrypt$4$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

describe('a password', () => {
  test('is kept as a salted hash that includes its cost', async () => {
    const [one, other] = await Promise.all([hashPassword('Ängström süß'), hashPassword('Ängström süß')])
    assert.match(one, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    assert.notEqual(one, other)
    assert.equal(needsRehash(one), false)
    // The same letters in another Unicode composition, as another keyboard produces them.
    assert.equal(await isPassword('Ängström süß'.normalize('NFD'), one), true)
    assert.equal(await isPassword('Angstrom suss', one), false)
  })

  test('hashed at another cost still matches, and is reported as outdated', async () => {
    const kept = cheapHash('from long ago')
    assert.equal(await isPassword('from long ago', kept), true)
    assert.equal(await isPassword('from long agO', kept), false)
    assert.equal(needsRehash(kept), true)
  })

  test('never matches a missing or broken hash', async () => {
    assert.equal(await isPassword('', null), false)
    assert.equal(await isPassword('', 'scrypt$4$8$1$$'), false)
  })

  test('is refused when the queue is too long', async () => {
    const kept = cheapHash('in the line')
    const results = await Promise.allSettled(
      Array.from({ length: 230 }, () => isPassword('in the line', kept)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    assert.equal(results.filter((result) => result.status === 'fulfilled' && result.value).length, 202)
    assert.ok(refused.every(({ reason }) => reason.code === 'unavailable'))
    assert.equal(await isPassword('in the line', kept), true)
  })

  test('must be long enough and not easy to guess', () => {
    const email = 'anna.anderson@example.org'
    const good = ['three unusual words', 'ÄÖÜ äöü ßß!', '密码密码密码一二三四五']
    for (const password of [...good, generatePassword()]) checkPassword(password, email, 'password')
    const bad: [string, RegExp][] = [
      ['short', /at least 10/],
      ['👍👍👍👍👍', /at least 10/],
      ['a1'.repeat(101), /at most 200/],
      ['Anna.Anderson@example.ORG', /not your e-mail/],
      ['anna.anderson', /not your e-mail/],
      ['1234567890', /too common/],
      ['Password123', /too common/],
      ['aaaaaaaaaaaa', /too common/],
    ]
    for (const [password, message] of bad) {
      assert.throws(() => checkPassword(password, email, 'new_password'), {
        code: 'invalid_value',
        field: 'new_password',
        message,
      })
    }
  })
})
