import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'

const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

/** Each request leaves a line in the log. */
async function ask(url: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const response = await fetch(`${url}/api/categories`)
    assert.equal(response.status, 200)
    await response.text()
  }
}

diskTest(
  import.meta.filename,
  'a log on a full disk drops lines, the service continues, and the log reports the number of missing lines',
  async (t) => {
    const disk = await mountSmallDisk(t, 1)
    const file = join(disk.folder, 'log')
    const log = openSync(file, 'w')
    const server = await startServer(
      { DATA_DIR: await dataFolder(t), WORKER_CONCURRENCY: '0', LOG_LEVEL: 'debug' },
      { log },
    )
    t.after(async () => {
      server.child.kill('SIGKILL')
      await server.exited
      closeSync(log)
    })
    await ask(server.url, 5)
    await disk.fill()
    // The last block of the file has room for a few more lines.
    await ask(server.url, 100)
    const full = readFileSync(file).length
    await ask(server.url, 10)
    assert.equal(readFileSync(file).length, full)
    assert.equal(server.child.exitCode, null)

    await disk.empty()
    await ask(server.url, 5)
    await until('the log continues', () => readFileSync(file, 'utf8').includes('lostLines'))
    const lines = readFileSync(file, 'utf8').trim().split('\n').map(parsed)
    const told = lines.filter((line) => line !== null && 'lostLines' in line)
    assert.equal(told.length, 1)
    assert.ok(Number(told[0]?.lostLines) >= 10)
    // Only the line that the full disk cut cannot be read.
    assert.ok(lines.filter((line) => line === null).length <= 1)
    assert.notEqual(lines.at(-1), null)
  },
)

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return null
  }
}

/** A server whose output goes into pipes, closed by their reader. */
async function startPiped(t: TestContext): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      RATE_LIMIT: 'off',
      MIN_FREE_DISK_MB: '0',
      LOG_LEVEL: 'debug',
      DATA_DIR: await dataFolder(t),
      WORKER_CONCURRENCY: '0',
      DRAIN_SECONDS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk))
  await until('it listens', () => /listens at \S+/.test(said))
  return { child, url: /listens at (\S+)/.exec(said)?.[1] ?? '' }
}

test('the service continues while its log is read too slowly, and stops normally when nobody reads it any more', async (t) => {
  const { child, url } = await startPiped(t)
  child.stdout?.pause()
  // More than the pipe holds.
  await ask(url, 600)
  assert.equal(child.exitCode, null)
  child.stdout?.destroy()
  child.stderr?.destroy()
  await ask(url, 20)
  assert.equal(child.exitCode, null)
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
