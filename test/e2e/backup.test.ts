import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Answer } from '../support/answers.ts'
import { postPictures } from '../support/creations.ts'
import { runCommand } from '../support/processes/command.ts'
import { allEnded } from '../support/processes/crash.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

/** A viewer's view of a GIF, including its bytes. */
async function seen(url: string, code: string) {
  const { result } = (await (await fetch(`${url}/api/gif/${code}`)).json()) as Answer
  const { title, tags, gif_url, mp4_url, webp_url, thumb_url } = result[0]!
  const files = [gif_url, mp4_url, webp_url, thumb_url].map(async (address) => {
    const response = await fetch(address)
    assert.equal(response.status, 200, address)
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex')
  })
  return { title, tags, hashes: await Promise.all(files) }
}

test('a backup of a running service is restored by copying it: its GIFs, and the waiting tasks', async (t) => {
  const folder = await dataFolder(t)
  const backup = join(await dataFolder(t), 'backup')
  const settings = { WORKER_CONCURRENCY: '1', LEASE_SECONDS: '1' }
  const server = await startServer({ DATA_DIR: folder, ...settings })
  t.after(() => server.child.kill('SIGKILL'))
  const [made] = await allEnded(server.url, [
    await postPictures(server.url, { title: 'A frog jumps', 'tags[]': ['pond'] }),
  ])
  const code = made?.result.code ?? ''
  const before = await seen(server.url, code)
  const waiting = [await postPictures(server.url), await postPictures(server.url)]
  const { code: exitCode, out, err } = await runCommand(['backup', backup], { DATA_DIR: folder }).ended
  assert.equal(exitCode, 0, err)
  assert.match(out, /^\d+ GIFs and the uploads of \d+ tasks are in .*\n$/)
  server.child.kill('SIGKILL')
  await server.exited
  const check = await runCommand(['backup', '--check', backup]).ended
  assert.deepEqual([check.code, /is whole/.test(check.out)], [0, true], check.err)

  const data = join(await dataFolder(t), 'restored')
  await cp(backup, data, { recursive: true })
  const restored = await startServer({ DATA_DIR: data, ...settings })
  t.after(() => restored.child.kill('SIGKILL'))
  assert.deepEqual(await seen(restored.url, code), before)
  for (const { status } of await allEnded(restored.url, waiting)) assert.equal(status, 'done')
})
