import assert from 'node:assert/strict'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app/stores.ts'
import { mainRenditions, renditions } from '#src/media/rendition.ts'
import { coreRenditions } from '#src/media/resolve-rendition.ts'
import type { Answer } from '../answers.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { askForGif, postPictures } from '../creations.ts'
import { testConfig } from '../instance.ts'
import { allEnded } from './crash.ts'
import { dataFolder, type ServerProcess, startServer } from './server-process.ts'

/** A module for `startServer` to load first: with it, SIGUSR2 makes the database read-only, or writable again. */
export const readOnlyDatabase = new URL('read-only-database.ts', import.meta.url).href

/**
 * A server with one public GIF, and a token whose use has never been recorded; `log` returns its log from warnings on.
 */
export async function startService(t: CleanUp, folder: string, settings: Record<string, string> = {}) {
  const logFile = join(await dataFolder(t), 'log')
  const log = openSync(logFile, 'w')
  const server = await startServer(
    {
      DATA_DIR: folder,
      LEASE_SECONDS: '1',
      WORKER_CONCURRENCY: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    { log },
  )
  cleanUp(t, async () => {
    server.child.kill('SIGKILL')
    await server.exited
    closeSync(log)
  })
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  const { id } = await stores.accounts.add({
    email: 'anna@example.org',
    premium: false,
    admin: false,
    passwordHash: null,
  })
  const { token } = await makeToken(stores.accounts, id, 'test')
  await stores.close()
  await allDone(server, [await postFrog(server)])
  return {
    server,
    bearer: { authorization: `Bearer ${token}` },
    log: () => readFileSync(logFile, 'utf8'),
  }
}

export function postFrog({ url }: ServerProcess): Promise<string> {
  return postPictures(url, { title: 'A frog' })
}

export async function allDone({ url }: ServerProcess, tasks: string[]): Promise<void> {
  for (const ended of await allEnded(url, tasks))
    assert.equal(ended.status, 'done', JSON.stringify(ended.error))
}

export async function assertCreationIsRefused({ url }: ServerProcess): Promise<void> {
  const { status, headers, body } = await askForGif(url)
  assert.deepEqual([status, body.success, body.error.code], [503, false, 'unavailable'])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.match(body.error.message, /try again/)
}

/** Requests that only read: search and records, with a token too, and pages. */
export async function assertReadsWork({ url }: ServerProcess, bearer: Record<string, string>): Promise<void> {
  for (const headers of [{}, bearer] as Record<string, string>[]) {
    const response = await fetch(`${url}/api/find?q=frog`, { headers })
    assert.equal(response.status, 200)
    assert.ok(((await response.json()) as Answer).total >= 1)
  }
  for (const path of ['/', '/?q=frog', '/api/random-gif', '/api/categories', '/healthz'])
    assert.equal((await fetch(url + path)).status, 200, path)
}

export async function files({ url }: ServerProcess): Promise<string[]> {
  const { result } = (await (await fetch(`${url}/api/find?q=frog`)).json()) as Answer
  return result.flatMap((gif) => [gif.gif_url, gif.mp4_url, gif.webp_url, gif.thumb_url])
}

/**
 * Asserts that there is no GIF without its files or with half of them. An attempt that could not be recorded as done
 * leaves its files to the sweeper.
 */
export function assertFoldersWhole(media: string, gifs: number, failedTries = 0): void {
  const folders = readdirSync(join(media, 'gifs'))
  for (const folder of folders) {
    const gif = readFileSync(join(media, 'gifs', folder, renditions.gif.file))
    const size = { width: gif.readUInt16LE(6), height: gif.readUInt16LE(8) }
    const expected = [...mainRenditions, ...coreRenditions(size)].map((name) => renditions[name].file)
    assert.deepEqual(readdirSync(join(media, 'gifs', folder)).toSorted(), expected.toSorted())
  }
  assert.ok(folders.length >= gifs && folders.length <= gifs + failedTries, `${folders.length} folders`)
}
