import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { cookieOf, password, withPassword } from '../support/account-site.ts'
import { postPictures, postVideo } from '../support/creations.ts'
import { tinyGif } from '../support/stores/drops.ts'
import { startMachine } from '../support/processes/machines.ts'
import { makeVideo } from '../support/media/media.ts'
import { descendants, isAlive, programOf } from '../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'
import { postForm, signedIn } from '../support/signed-in.ts'
import { samples } from '../support/http/samples.ts'
import { startSite } from '../support/site.ts'
import { followStatus } from '../support/http/status-stream.ts'
import { until } from '../support/until.ts'

const missing = noPostgres || noS3

/** A worker renews a lease after a third of it: earlier effects are due to a message or progress. */
const leaseSeconds = 600

describe('web machines and a worker with data folders of their own', { skip: missing }, async () => {
  if (missing !== false) return
  const t = { after: (end: () => Promise<void>) => after(end) }
  const [postgres, s3] = await Promise.all([sharedPostgres(), sharedS3()])
  const stores = {
    ...s3.settingsOf(await s3.newBucket()),
    DATABASE_URL: await postgres.newDatabase(),
  }
  const onWeb = { ...stores, METRICS_PORT: '0' }
  const web = await startSite(t, onWeb, { role: 'web' })
  const otherWeb = await startSite(t, onWeb, { role: 'web' })
  const settings = { LEASE_SECONDS: String(leaseSeconds), WORKER_CONCURRENCY: '1' }
  const worker = await startMachine(t, 'work', stores, settings)
  const video = await readFile(await makeVideo(t, { seconds: 4, width: 640, height: 360 }))
  const tools = () => descendants(worker.pid()).filter((pid) => isAlive(pid) && programOf(pid) === 'ffmpeg')

  test('the worker makes an upload to one web machine, and both web machines show its progress', async () => {
    const task = await postVideo(web.url, video, 4)
    const followed = await Promise.all([web, otherWeb].map((site) => followStatus(site, task)))
    for (const { next } of followed) {
      const events = []
      for (let event = await next(); event !== undefined; event = await next()) events.push(event)
      const progress = events.flatMap(({ progress }) => (typeof progress === 'number' ? progress : []))
      assert.ok(
        progress.some((fraction) => fraction > 0 && fraction < 1),
        JSON.stringify(events),
      )
      assert.deepEqual(
        progress,
        progress.toSorted((one, other) => one - other),
      )
      assert.equal(events.at(-1)?.status, 'done')
    }
    for (const site of [web, otherWeb]) {
      const told = await samples(site.metricsUrl)
      assert.ok(told.get('gifwright_messages_total{channel="task",direction="received"}')! > 0)
    }
    const { result } = await web.ended(task)
    await otherWeb.noticeChanges()
    const { body } = await otherWeb.json(`/api/gif/${result.code}`)
    const file = await otherWeb.fetch(new URL(body.result[0]?.gif_url ?? '').pathname)
    assert.equal((await file.text()).slice(0, 6), 'GIF89a')
  })

  test('the worker makes pictures and files dropped on the import page', async () => {
    assert.equal((await web.ended(await postPictures(web.url))).status, 'done')

    const { headers } = await signedIn(web)
    const form = new FormData()
    form.append('batch', 'd'.repeat(22))
    form.append('category', '1')
    form.append('files[]', new Blob([new Uint8Array(tinyGif(1))]), 'One tiny GIF.gif')
    const sent = await web.fetch('/import', { method: 'POST', headers, body: form, redirect: 'manual' })
    assert.equal(sent.status, 303, await sent.text())
    const isImported = async () => {
      const { body } = await web.post('/api/find', { q: 'tiny' })
      return body.result.some(({ title }) => title === 'One tiny GIF')
    }
    await until('the file is imported, and found', isImported)
  })

  test('canceling on a web machine ends the tools on the machine of the worker', async () => {
    const task = await postVideo(web.url, video, 4)
    await until('ffmpeg runs', () => tools().length > 0)
    // It makes no progress from now on.
    for (const pid of tools()) process.kill(pid, 'SIGSTOP')
    const answer = await otherWeb.fetch(`/create/${task}/cancel`, {
      method: 'POST',
      headers: { origin: otherWeb.url, accept: 'application/json' },
    })
    assert.equal(answer.status, 200)
    await until('no tool is left', () => tools().length === 0, (leaseSeconds / 4) * 1000)
    const work = join(worker.folder, 'tmp', 'work')
    await until('the workspace is gone', async () => (await readdir(work)).length === 0)
    await web.withStores(async ({ mediaStore }) => {
      for await (const { name } of mediaStore.listFolders('incoming')) assert.fail(`${name} was left`)
    })
    const { body } = await web.json(`/api/status/${task}`)
    assert.equal(body.error.code, 'cancelled')
  })

  test('signing in on one web machine signs in on the other, until signing out on either', async () => {
    await withPassword(web, 'boris@example.org')
    const origin = { origin: web.url }
    const values = { email: 'boris@example.org', password }
    const cookie = cookieOf(await postForm(web, '/login', values, origin)) ?? ''
    const isSignedIn = async (site: typeof web) =>
      (await site.fetch('/settings', { headers: { cookie }, redirect: 'manual' })).status === 200
    assert.deepEqual([await isSignedIn(web), await isSignedIn(otherWeb)], [true, true])
    await postForm(otherWeb, '/logout', {}, { origin: otherWeb.url, cookie })
    assert.deepEqual([await isSignedIn(web), await isSignedIn(otherWeb)], [false, false])
  })

  test('neither has a database or media files in its data folder, and the worker has no search index', () => {
    for (const { folder } of [web, otherWeb, worker])
      for (const name of ['gifwright.db', 'media']) assert.ok(!existsSync(join(folder, name)), name)
    assert.ok(existsSync(join(web.folder, 'search')))
    assert.ok(!existsSync(join(worker.folder, 'search')))
  })
})
