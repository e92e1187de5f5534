import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../support/app.ts'
import { readRows } from '../support/stores/database-access.ts'

const wish = { category: 1, url: 'https://example.org/a.mp4', start: 0, end: 1 }
const from = (address: string) => ({ 'x-forwarded-for': address })
const settings = {
  WORKER_CONCURRENCY: '0',
  RATE_LIMIT: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  CREATIONS_PER_MINUTE: '1000',
  ACCOUNT_CREATIONS_PER_MINUTE: '1000',
  WAITING_PER_CLIENT: '20',
}

test('many tasks of one address delay neither another address nor an account at the same address', async (t) => {
  const app = await startApp(t, settings)
  const token = await app.token('anna@example.org')
  const post = (headers: Record<string, string>) => app.post('/api/create-gif/source/url', wish, headers)
  const position = async (id: string) => (await app.json(`/api/status/${id}`)).body.position
  for (let number = 0; number < 20; number++) assert.equal((await post(from('203.0.113.7'))).status, 200)
  const other = await post(from('203.0.113.8'))
  assert.equal(await position(other.body.id), 3)
  const account = await post({ ...from('203.0.113.7'), authorization: `Bearer ${token}` })
  assert.equal(await position(account.body.id), 4)
})

test('the waiting tasks of an address are limited, with 429 and Retry-After; neighbors in its /64 count together', async (t) => {
  const app = await startApp(t, settings)
  const post = (address: string) => app.post('/api/create-gif/source/url', wish, from(address))
  for (let number = 0; number < 20; number++) {
    assert.equal((await post(`2001:db8:1:2::${number + 1}`)).status, 200)
  }
  const refused = await post('2001:db8:1:2:ffff::1')
  assert.equal(refused.status, 429)
  assert.equal(refused.body.error.code, 'rate_limited')
  assert.equal(refused.body.success, false)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal((await post('2001:db8:1:3::1')).status, 200)
})

test('the database holds no client address', async (t) => {
  const app = await startApp(t, settings)
  await app.post('/api/create-gif/source/url', wish, from('203.0.113.77'))
  const rows = await readRows(app.folder, 'select * from task')
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes('203.0.113.77'))
})
