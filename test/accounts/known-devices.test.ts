import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownDevices } from '#src/accounts/known-devices.ts'

const dayMs = 24 * 60 * 60_000

function devicesOf(secret = 'a secret') {
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  return { clock, devices: knownDevices({ secret, clock }) }
}

test('a browser is known for half a year to the account and for the password with which it signed in', () => {
  const { clock, devices } = devicesOf()
  const cookie = devices.remember('', 1, 'hash')
  const name = devices.nameOf(cookie, 1, 'hash')
  assert.match(name ?? '', /^device [\w-]{12}$/)
  assert.equal(devices.nameOf(cookie, 2, 'hash'), null)
  assert.equal(devices.nameOf(cookie, 1, 'another hash'), null)
  assert.equal(devicesOf('another secret').devices.nameOf(cookie, 1, 'hash'), null)
  clock.nowMs += 180 * dayMs - 1
  assert.equal(devices.nameOf(cookie, 1, 'hash'), name)
  clock.nowMs += 1
  assert.equal(devices.nameOf(cookie, 1, 'hash'), null)
})

test('four accounts stay known in one browser, each under its latest name', () => {
  const { devices } = devicesOf()
  let cookie = ''
  for (const account of [1, 2, 3, 4, 4, 5]) cookie = devices.remember(cookie, account, 'hash')
  const known = [1, 2, 3, 4, 5].map((account) => devices.nameOf(cookie, account, 'hash') !== null)
  assert.deepEqual(known, [false, true, true, true, true])
  assert.ok(cookie.length < 400, 'small enough to be sent with every request')
})

test('a malformed cookie is treated as an unknown browser', () => {
  const { devices } = devicesOf()
  const cookie = devices.remember('', 1, 'hash')
  for (const odd of [
    '',
    '~',
    '.',
    '..',
    '~~~~~',
    '\u0000',
    'x'.repeat(10_000),
    `${cookie}x`,
    `x${cookie}`,
    '💥.1.x',
  ])
    assert.equal(devices.nameOf(odd, 1, 'hash'), null, odd.slice(0, 20))
})
