import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newTask } from '../../contract/stores.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseVideo, nextInQueue, openMaker, sendForm } from '../../support/browser/maker.ts'
import { postVideo } from '../../support/creations.ts'
import { makeVideo } from '../../support/media/media.ts'
import { descendants, isAlive, programOf } from '../../support/processes/server-process.ts'
import { signedIn } from '../../support/signed-in.ts'
import { startSite } from '../../support/site.ts'
import { storedFolders } from '../../support/stores/stored-files.ts'
import { until } from '../../support/until.ts'

const toolsHere = () => descendants(process.pid).filter((pid) => isAlive(pid) && programOf(pid) === 'ffmpeg')

test('canceling a GIF in progress ends it, its tools, its uploads and its workspace', async (t) => {
  const site = await startSite(t, { WORKER_CONCURRENCY: '1' })
  const video = await readFile(await makeVideo(t, { seconds: 10, width: 640, height: 360 }))
  const task = await postVideo(site.url, video, 10)
  await until('ffmpeg runs', () => toolsHere().length > 0)
  const answer = await site.fetch(`/create/${task}/cancel`, {
    method: 'POST',
    headers: { origin: site.url, accept: 'application/json' },
  })
  assert.equal(answer.status, 200)
  assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'cancelled')
  await until('no tool is left', () => toolsHere().length === 0)
  await until(
    'the workspace is gone',
    async () => (await readdir(join(site.folder, 'tmp', 'work'))).length === 0,
  )
  assert.deepEqual(await storedFolders(site.folder, 'incoming'), [])
  const { body: after } = await site.json(`/api/status/${task}`)
  assert.equal(after.error.code, 'cancelled')
})

test('only its account and admins can cancel a task of an account', async (t) => {
  const site = await startSite(t)
  const [anna, boris, admin] = [
    await signedIn(site),
    await signedIn(site, { email: 'boris@example.org' }),
    await signedIn(site, { email: 'admin@example.org', admin: true }),
  ]
  const cancel = async (id: string, headers: Record<string, string>) =>
    (
      await site.fetch(`/create/${id}/cancel`, {
        method: 'POST',
        headers: { origin: site.url, accept: 'application/json', ...headers },
      })
    ).status
  const add = async (ownerId: number | null) => {
    const task = newTask({ ownerId })
    await site.withStores(({ tasks }) => tasks.submissions.add(task, 100))
    return task.id
  }
  const [one, two, nobodys] = [await add(anna.account.id), await add(anna.account.id), await add(null)]
  assert.equal(await cancel(one, {}), 403)
  assert.equal(await cancel(one, boris.headers), 403)
  assert.equal(await cancel(one, anna.headers), 200)
  assert.equal(await cancel(two, admin.headers), 200)
  assert.equal(await cancel(nobodys, {}), 200)
  assert.equal(await cancel('unknown', {}), 404)
  assert.equal(await cancel(nobodys, { origin: 'https://evil.example' }), 403)
})

test('in the browser a waiting GIF is canceled with one click, and the form keeps everything', async (t) => {
  const site = await startSite(t)
  const { page } = await openMaker(site, await openBrowser(t))
  const waiting = async () => (await site.withStores(({ tasks }) => tasks.records.counts())).waiting
  await chooseVideo(page, await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 }))
  await sendForm(site, page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Making this GIF was canceled.').first().waitFor()
  await page.getByText('clip.mp4 · 1 s').waitFor()
  await page.getByLabel('Title').press('Enter')
  await nextInQueue(page).waitFor()
  assert.equal(await waiting(), 1, 'Enter sends the form again')
  await page.reload()
  await nextInQueue(page).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'You canceled this GIF' }).waitFor()
  await page.getByRole('link', { name: 'Change it and try again' }).waitFor()
  assert.equal(await waiting(), 0)
})
