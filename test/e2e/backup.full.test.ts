import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startSession } from '#src/accounts/sessions.ts'
import { makeToken } from '#src/accounts/tokens.ts'
import { backUp } from '#src/app/backup/backup.ts'
import { checkBackupIn } from '#src/app/backup/backup-check.ts'
import { openStores } from '#src/app/stores.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { loadConfig } from '#src/config/config.ts'
import type { Answer, GifAnswer } from '../support/answers.ts'
import { runCommand } from '../support/processes/command.ts'
import { askForGif, statusOf } from '../support/creations.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { storeGif } from '../support/stores/stored-gifs.ts'
import { openTestStores } from '../support/stores/stores.ts'

const settings = (folder: string) => ({ DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '1' })

/** An account with a token and a session, created next to the running service like the commands do. */
async function makeAccount(folder: string) {
  const stores = await openStores(loadConfig({ DATA_DIR: folder }))
  try {
    const { id } = await stores.accounts.add({
      email: 'anna@example.org',
      premium: true,
      admin: false,
      passwordHash: null,
    })
    const { token } = await makeToken(stores.accounts, id, 'test')
    const { key } = await startSession(stores.sessions, id, 'Firefox')
    return { bearer: { authorization: `Bearer ${token}` }, cookie: { cookie: `gifwright=${key}` } }
  } finally {
    await stores.close()
  }
}

type Account = Awaited<ReturnType<typeof makeAccount>>

async function accepted(asked: ReturnType<typeof askForGif>): Promise<string> {
  const { status, body } = await asked
  assert.equal(status, 200, JSON.stringify(body))
  return body.id
}

async function codeOf(url: string, task: string): Promise<string> {
  await until('the task has ended', async () => /done|error/.test((await statusOf(url, task)).status))
  const ended = await statusOf(url, task)
  assert.equal(ended.status, 'done', JSON.stringify(ended))
  return ended.result.code
}

async function recordOf(url: string, code: string, headers: Record<string, string>): Promise<GifAnswer> {
  const response = await fetch(`${url}/api/gif/${code}`, { headers })
  assert.equal(response.status, 200, code)
  return ((await response.json()) as Answer).result[0]!
}

async function hashOf(address: string): Promise<string> {
  const response = await fetch(address)
  assert.equal(response.status, 200, address)
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

/** A viewer's view of a GIF, including its bytes. */
async function seen(url: string, code: string, { bearer }: Account) {
  const { title, tags, private: isPrivate, ...record } = await recordOf(url, code, bearer)
  const files = [record.gif_url, record.mp4_url, record.webp_url, record.thumb_url]
  return { title, tags, isPrivate, hashes: await Promise.all(files.map(hashOf)) }
}

/** Makes, edits and deletes GIFs repeatedly until it is stopped; returns the counts of each. */
function startLoad(url: string, { bearer, cookie }: Account) {
  const over = new AbortController()
  const done = { created: 0, edited: 0, deleted: 0 }
  const post = (path: string, values: Record<string, string>) =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(values),
      headers: { ...cookie, origin: url },
      redirect: 'manual',
    })
  const client = async () => {
    while (!over.signal.aborted) {
      const code = await codeOf(url, await accepted(askForGif(url, { title: 'Passing' }, bearer)))
      done.created++
      const edited = await post(`/${code}/edit`, { title: 'Edited while passing', category: '2' })
      assert.equal(edited.status, 303)
      done.edited++
      if (done.created % 3 === 0) continue
      assert.equal((await post(`/${code}/delete`, {})).status, 303)
      done.deleted++
    }
  }
  const ended = client()
  return {
    done,
    stop: () => {
      over.abort()
      return ended
    },
  }
}

test('a backup of a service under load restores to one with everything that existed before it began', async (t) => {
  const folder = await dataFolder(t)
  const backup = join(await dataFolder(t), 'backup')
  const server = await startServer(settings(folder))
  t.after(() => server.child.kill('SIGKILL'))
  const account = await makeAccount(folder)
  const wishes = [
    { title: 'A frog jumps', 'tags[]': ['pond'] },
    { title: 'A secret newt', private: 1 },
    { title: 'A toad sits', nsfw: 1 },
  ]
  const tasks: string[] = []
  for (const wish of wishes) tasks.push(await accepted(askForGif(server.url, wish, account.bearer)))
  const codes: string[] = []
  for (const task of tasks) codes.push(await codeOf(server.url, task))
  const before = await Promise.all(codes.map((code) => seen(server.url, code, account)))

  const load = startLoad(server.url, account)
  await until('the load has begun', () => load.done.deleted > 0)
  for (let round = 0; round < 2; round++) {
    const waiting = await Promise.all(
      ['one', 'two', 'three'].map((name) => accepted(askForGif(server.url, { title: `Waiting ${name}` }))),
    )
    tasks.push(...waiting)
    const { code, out, err } = await runCommand(['backup', backup], { DATA_DIR: folder }).ended
    assert.equal(code, 0, err)
    assert.match(out, /^\d+ GIFs and the uploads of \d+ tasks are in .*\n$/)
    assert.deepEqual((await checkBackupIn(backup, () => {})).faults, [])
  }
  await load.stop()
  const check = await runCommand(['backup', '--check', backup]).ended
  assert.deepEqual([check.code, /is whole/.test(check.out)], [0, true], check.err)
  server.child.kill('SIGKILL')
  await server.exited

  const data = join(await dataFolder(t), 'restored')
  await cp(backup, data, { recursive: true })
  const restored = await startServer(settings(data))
  t.after(() => restored.child.kill('SIGKILL'))
  for (const [index, code] of codes.entries())
    assert.deepEqual(await seen(restored.url, code, account), before[index])
  const found = await (await fetch(`${restored.url}/api/find?q=frog`)).json()
  assert.equal((found as Answer).total, 1)
  const secret = await (await fetch(`${restored.url}/api/find?q=newt`)).json()
  assert.equal((secret as Answer).total, 0)
  assert.equal((await fetch(`${restored.url}/api/gif/${codes[1]}`)).status, 404)
  assert.equal(
    (await fetch(`${restored.url}/mine`, { headers: account.cookie, redirect: 'manual' })).status,
    200,
  )
  for (const task of tasks) await codeOf(restored.url, task)
  const all = (await (await fetch(`${restored.url}/api/find?q=waiting`)).json()) as Answer
  assert.equal(all.total, 6)
  for (const { gif_url: file } of all.result) await hashOf(file)
})

test('a backup killed at any moment leaves either the previous or the new one complete', async (t) => {
  const stores = await openTestStores(t)
  const folder = join(await dataFolder(t), 'backup')
  const config = loadConfig({ DATA_DIR: stores.folder })
  const file = (name: string) => join(folder, name)
  const fileCount = () => readdirSync(file('media/gifs')).length
  const gifs: Gif[] = []
  const change = async () => {
    for (const { id, mediaId } of gifs.splice(0, 30)) {
      await stores.catalogue.remove(id)
      await stores.mediaStore.removeAll(`gifs/${mediaId}`)
    }
    for (let gif = 0; gif < 40; gif++) gifs.push(await storeGif(stores))
  }
  await change()
  await backUp(config, folder, () => {})
  const moments: [name: string, isReached: (before: { files: number; database: number }) => boolean][] = [
    ['the snapshot is written', () => existsSync(file('gifwright.db.new'))],
    ['the first file is copied', () => hasFiles(file('partial'))],
    ['some folders are in place', ({ files }) => fileCount() > files + 10],
    ['nearly all folders are in place', ({ files }) => fileCount() > files + 35],
    ['the new database is in place', ({ database }) => statSync(file('gifwright.db')).ino !== database],
    ['deleted files are being removed', ({ files }) => fileCount() < files + 35 && fileCount() > files + 10],
  ]
  const [older, newer] = [new Set<string>(), new Set<string>()]
  for (const [moment, isReached] of moments) {
    await change()
    const before = { files: fileCount(), database: statSync(file('gifwright.db')).ino }
    const { child, ended } = runCommand(['backup', folder], { DATA_DIR: stores.folder })
    while (child.exitCode === null && !isReached(before)) await nextTurn()
    child.kill('SIGKILL')
    const { code, err } = await ended
    assert.ok(code === 0 || code === 'SIGKILL', err)
    assert.deepEqual((await checkBackupIn(folder, () => {})).faults, [], moment)
    const isNew = statSync(file('gifwright.db')).ino !== before.database
    ;(isNew ? newer : older).add(moment)
  }
  assert.ok(older.size >= 2 && newer.size >= 1, JSON.stringify([[...older], [...newer]]))
  await backUp(config, folder, () => {})
  const parts = ['backup.lock', 'gifwright.db', 'media', 'media.sha256']
  assert.deepEqual((await readdir(folder)).toSorted(), parts)
  assert.equal(fileCount(), gifs.length)
})

/** Returns true if a folder has files; it may vanish at any moment. */
function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
