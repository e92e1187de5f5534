import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newDerivation, newTask } from '../../contract/stores.ts'
import { pageOf } from '../../support/browser/page.ts'
import { postForm, signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'

const hourMs = 60 * 60_000

test('the overview counts the wait of a retried task from its return to the queue', async (t) => {
  let aheadMs = 0
  const site = await startSite(t, {}, { clock: { now: () => Date.now() + aheadMs } })
  const admin = await signedIn(site, { admin: true })
  const oldest = async () => {
    const page = await pageOf(`${site.url}/admin`, { headers: admin.headers })
    return /Oldest: ([^.]*? ago|just now)/.exec(page.text('main'))?.[1]
  }
  const task = newTask()
  await site.withStores(async ({ tasks }) => {
    await tasks.submissions.add(task, 1000)
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await tasks.claims.fail(claim, { code: 'internal', message: 'It failed.' })
  })
  aheadMs = 10 * hourMs
  await postForm(site, `/admin/tasks/${task.id}/retry`, {}, admin.headers)
  assert.match((await oldest()) ?? '', /^just now$|^\d+ seconds? ago$/)
  aheadMs += 2 * hourMs
  assert.equal(await oldest(), '2 hours ago')
})

test('the overview shows how many GIFs wait for their smaller files, and how many files are imported', async (t) => {
  const site = await startSite(t)
  const admin = await signedIn(site, { admin: true })
  const main = async () => (await pageOf(`${site.url}/admin`, { headers: admin.headers })).text('main')
  assert.doesNotMatch(await main(), /smaller files/)
  assert.doesNotMatch(await main(), /Importing/)
  await site.withStores(async ({ unitOfWork, tasks }) => {
    await unitOfWork.inTransaction((stores) => stores.tasks.addDerivation(newDerivation('media')))
    const imported = { ...newTask(), sourceHash: new Uint8Array([1]), batch: null }
    await tasks.imports.add(imported, { name: 'somebody', maxWaiting: 1 })
  })
  assert.match(await main(), /Importing 1 file\./)
  assert.match(await main(), /Making the smaller files that apps load, for 1 GIF\./)
})
