import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { loadConfig } from '#src/config/config.ts'
import { makeVideo } from '../support/media/media.ts'
import { runCommand } from '../support/processes/command.ts'
import { askForVideoGif, statusOf } from '../support/creations.ts'
import type { KillPoint } from '../support/processes/kill-at.ts'
import { killedAt, removing, sql } from '../support/processes/kill-points.ts'
import { dumpDatabase, makeInstance } from '../support/stores/moving.ts'
import { type ServerProcess, startServer } from '../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'

/** Runs `gifwright move` and has it killed at a given moment; returns its result. */
async function moveUntil(point: KillPoint, args: string[], settings: Record<string, string>) {
  return (await runCommand(['move', ...args], { ...settings, ...killedAt(point) }).ended).code
}

async function start(t: CleanUp, settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ ...settings, WORKER_CONCURRENCY: '0' })
  cleanUp(t, async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return server
}

async function moved(args: string[], settings: Record<string, string>): Promise<string> {
  const { code, out, err } = await runCommand(['move', ...args], settings).ended
  assert.equal(code, 0, err)
  return out
}

describe('gifwright move next to a service', { skip: noPostgres || noS3 }, async () => {
  if (noPostgres !== false || noS3 !== false) return
  const postgres = await sharedPostgres()
  const s3 = await sharedS3()

  test('a running service is moved to PostgreSQL and S3, although the command is killed three times, and back', async (t) => {
    const clip = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48 }))
    const { stores, folder, account } = await makeInstance(t, 6)
    const { token } = await makeToken(stores.accounts, account.id, 'e2e')
    const bearer = { authorization: `Bearer ${token}` }
    const { ids } = await stores.catalogue.newest(
      { categoryId: null, maxRating: 'r' },
      { start: 0, limit: 1 },
    )
    const [gif] = await stores.catalogue.gifsByIds(ids)
    const old = await start(t, { DATA_DIR: folder })
    const accept = async () => {
      const { status, body } = await askForVideoGif(old.url, clip)
      assert.equal(status, 200, JSON.stringify(body))
      return body.id
    }
    const url = await postgres.newDatabase({ empty: true })
    const bucket = await s3.newBucket()
    const { S3_ENDPOINT = '', S3_BUCKET = '', ...keys } = s3.settingsOf(bucket)
    const args = ['--to-database', url, '--to-s3', S3_BUCKET, '--s3-endpoint', S3_ENDPOINT]
    const settings = { DATA_DIR: folder, ...keys }
    const tasks: string[] = []
    for (const point of [
      removing('tmp/move/', 'before', 5),
      sql('select "id".* from "gif" .*order by', 'after'),
      sql('move_refuse_gif_insert', 'after'),
    ]) {
      assert.equal(await moveUntil(point, args, settings), 'SIGKILL', JSON.stringify(point))
      tasks.push(await accept())
    }
    const said = await moved(args, settings)
    assert.match(said, /^Moved: \d+ rows of \d+ tables and \d+ files .* Writers waited for \d+\.\d s\./)
    assert.match(said, new RegExp(`DATABASE_URL=.*\\n  S3_BUCKET=${S3_BUCKET}\\n`))

    const refused = await askForVideoGif(old.url, clip)
    assert.equal(refused.status, 503)
    assert.match(JSON.stringify(refused.body), /moved to PostgreSQL and S3; set DATABASE_URL, set S3_BUCKET/)
    assert.ok(refused.headers.get('retry-after'))
    assert.equal((await fetch(`${old.url}/api/gif/${gif?.code}`)).status, 200)

    const newSettings = { DATA_DIR: join(folder, '..', 'new'), DATABASE_URL: url, ...s3.settingsOf(bucket) }
    assert.deepEqual(
      await dumpDatabase(loadConfig({ DATA_DIR: newSettings.DATA_DIR, DATABASE_URL: url })),
      await dumpDatabase(loadConfig({ DATA_DIR: folder })),
    )
    const fresh = await start(t, newSettings)
    for (const task of tasks) assert.equal((await statusOf(fresh.url, task)).status, 'waiting')
    const answer = await fetch(`${fresh.url}/api/gif/${gif?.code}`, { headers: bearer })
    assert.equal(answer.status, 200)
    const { result } = (await answer.json()) as { result: { gif_url: string }[] }
    const file = await fetch(result[0]?.gif_url ?? '')
    assert.equal((await file.arrayBuffer()).byteLength, 1000)
    fresh.child.kill('SIGTERM')
    await fresh.exited

    // The files of a GIF are still in the folder of the old service; elsewhere they come from the bucket.
    const back = { ...newSettings, DATA_DIR: join(folder, '..', 'back') }
    assert.match(await moved(['--to-sqlite', '--to-folder'], back), /unset DATABASE_URL\n  unset S3_BUCKET/)
    const home = await start(t, { DATA_DIR: back.DATA_DIR })
    const again = await fetch(`${home.url}/media/gifs/${gif?.mediaId}/gif.gif`)
    assert.equal((await again.arrayBuffer()).byteLength, 1000)
  })
})
