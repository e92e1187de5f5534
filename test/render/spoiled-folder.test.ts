import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { before, describe, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { RenderProcess } from '#src/adapters/render-pool/render-process.ts'
import { createLog } from '#src/lib/log/log.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)
const real = 'exec "$REAL/ffmpeg" "$@"'
/** Deeper than a path can be long, so that none of our calls removes it. */
const deep = `cd "$TMPDIR"; name=$(printf '%0200d' 0); for i in $(seq 20); do mkdir $name 2>/dev/null; cd $name; done`
const closed = 'mkdir -p "$TMPDIR/x/y"; chmod 0 "$TMPDIR/x"'

describe('a folder that a decoder has spoiled', () => {
  let input = ''
  before(async () => {
    input = join(await ensureFixtures(), 'h264.mp4')
  })

  /** A folder that the test can remove whatever it contains. */
  async function sturdyFolder(t: TestContext): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), `gifwright-${'x'.repeat(200)}-`))
    t.after(() => run('rm', ['-rf', folder]))
    return folder
  }

  for (const sandbox of isFullRun ? (['auto', 'off'] as const) : (['auto'] as const)) {
    test(`costs its process, not the task, the next task or the stop, sandbox ${sandbox}`, async (t) => {
      const folder = await sturdyFolder(t)
      const told: unknown[] = []
      const log = createLog('silent')
      t.mock.method(log, 'warn', (...words: unknown[]) => void told.push(words.at(-1)))
      const searchPath = await fakeTools(t, { ffmpeg: `(${deep})\n${real}` })
      const events: string[] = []
      const onProcess = (event: string) => void events.push(event)
      const pool = startPool(t, { sandbox, searchPath, folder, log, onProcess })
      await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))
      await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))
      assert.ok(events.length >= 2 && events.every((event) => event === 'started'), events.join())
      await pool.close()
      assert.deepEqual(new Set(told), new Set(['The folder of a render process cannot be removed']))
    })

    test(`is removed if only its permissions prevent it, sandbox ${sandbox}`, async (t) => {
      const folder = await sturdyFolder(t)
      const searchPath = await fakeTools(t, { ffmpeg: `(${closed})\n${real}` })
      const pool = startPool(t, { sandbox, searchPath, folder })
      await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))
      await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))
      await pool.close()
      assert.deepEqual(await readdir(folder), [])
    })
  }
})

test('a process that cannot be started leaves no folder', async (t) => {
  const folders = await makeFolder(t)
  const prefix = { args: ['no\0program'] }
  const launch = async () => ({ prefix, toolPrefix: { args: [] }, folderInside: '/job' })
  const isolation = { level: 'limits' as const, describe: '', launch, isReusable: true }
  const log = createLog('silent')
  await assert.rejects(
    RenderProcess.start({ isolation, decoder: 'ffmpeg', folders, searchPath: '/bin', log }),
  )
  assert.deepEqual(await readdir(folders), [])
})
