import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import { startApp } from '#test/support/app.ts'
import { makeVideo } from '#test/support/media/media.ts'

/** An app whose key may upload, one whose key may not, and a function that uploads. */
async function start(t: TestContext, creation: string) {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', CREATION: creation })
  const clip = new Blob([new Uint8Array(await readFile(await makeVideo(t)))])
  const keys = await app.withStores(async ({ apps, catalogue }) => {
    const [category] = await catalogue.listCategories()
    const settings = { ratePerMinute: null, mayUpload: true, categoryId: category?.id ?? null }
    const { key: uploader } = await addApp(apps, 'Uploader', settings)
    const { key: reader } = await addApp(apps, 'Reader', { ...settings, mayUpload: false })
    return { uploader, reader }
  })
  const send = async (query: string, values: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(values)) body.set(name, value)
    body.set('file', clip, 'A cat.mp4')
    const response = await app.fetch(`/v1/gifs${query}`, { method: 'POST', body })
    const answer = (await response.json()) as { data: { id?: string }; meta: { status: number } }
    assert.equal(answer.meta.status, response.status)
    return { status: response.status, id: answer.data.id }
  }
  return { app, keys, send }
}

test('an app uploads with its key, in the address or in the form, and nobody else does', async (t) => {
  const { app, keys, send } = await start(t, 'anyone')
  assert.equal((await send('')).status, 401)
  assert.equal((await send('?api_key=any')).status, 403)
  assert.equal((await send(`?api_key=${keys.reader}`)).status, 403)
  assert.equal((await send('', { api_key: keys.reader })).status, 403)
  const first = await send(`?api_key=${keys.uploader}`, { tags: 'cat, jump' })
  const second = await send('', { api_key: keys.uploader })
  assert.deepEqual([first.status, second.status], [200, 200])
  const { tasks } = await app.withStores((stores) =>
    stores.tasks.records.list({ status: null, start: 0, limit: 10 }),
  )
  const found = new Map(tasks.map(({ code, ownerId, request: { title } }) => [code, { ownerId, title }]))
  assert.deepEqual(found.get(first.id ?? ''), { ownerId: null, title: 'cat jump' })
  assert.deepEqual(found.get(second.id ?? ''), { ownerId: null, title: 'A cat' })
})

test('when only accounts may make GIFs, apps with the right may too, with the key in the address', async (t) => {
  const { keys, send } = await start(t, 'accounts')
  assert.equal((await send('', { api_key: keys.uploader })).status, 401)
  assert.equal((await send(`?api_key=${keys.reader}`)).status, 403)
  assert.equal((await send(`?api_key=${keys.uploader}`)).status, 200)
})
