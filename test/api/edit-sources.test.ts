import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSite } from '../support/site.ts'

const path = '/api/create-gif/source/gif'

test('a request that appends too many GIFs is refused before any of them is looked up', async (t) => {
  const site = await startSite(t, { MAX_APPENDED: '3' })
  const { code } = await site.add()
  const { status, body } = await site.post(path, { gif: code, 'append[]': Array(800).fill('none') })
  assert.deepEqual(
    [status, body.error.field, body.error.message],
    [422, 'append', '`append` may name at most 3 clips.'],
  )
})

test('nobody, not even the owner, can make another GIF from one that the operator has hidden', async (t) => {
  const site = await startSite(t)
  const { id: ownerId, headers } = await site.signUp('owner@example.org')
  const hidden = await site.add({ ownerId, hidden: true })
  const shown = await site.add({ ownerId })
  assert.equal((await site.fetch(`/api/gif/${hidden.code}`, { headers })).status, 200)
  for (const [field, values] of Object.entries({
    gif: { gif: hidden.code, visibility: 'public' },
    append: { gif: shown.code, 'append[]': [hidden.code] },
  })) {
    const { status, body } = await site.post(path, values, headers)
    assert.deepEqual([status, body.error.code, body.error.field], [403, 'forbidden', field])
  }
  const asOther = await site.post(path, { gif: hidden.code })
  assert.equal(asOther.status, 404)
})
