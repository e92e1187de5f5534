import assert from 'node:assert/strict'
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import test, { before, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RenderPool } from '#src/adapters/render-pool/render-pool.ts'
import { noSpace } from '#src/lib/disk/disk-faults.ts'
import type { GifOptions } from '#src/options/gif-options.ts'
import { ensureFixtures, ffmpegOnce } from '../support/media/fixtures.ts'
import { withGrowingLimit } from '../support/processes/growing-limit.ts'
import { groupMembers, membersNamed, renderProcesses } from '../support/processes/processes.ts'
import { until } from '../support/until.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

type Running = {
  result: Promise<unknown>
  begun: Promise<void>
  folder: string
  abort: (reason: Error) => void
}

describe('the render pool', () => {
  let folder = ''
  let short = ''
  before(async () => {
    folder = await ensureFixtures()
    short = join(folder, 'numbered-30.mkv')
  })

  /** Three frames of a video. */
  const shortPlan = (gif: Partial<GifOptions> = {}) => videoPlan(short, { endSeconds: 0.2, gif })

  /** A video that takes seconds to render. */
  function makeLong(): Promise<string> {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=15:d=40']
    return ffmpegOnce([...source, '-c:v', 'mpeg4', '-q:v', '8'], 'avi')
  }

  async function begin(
    t: Parameters<typeof makeFolder>[0],
    pool: RenderPool,
    input: string,
    gif: Partial<GifOptions> = {},
  ): Promise<Running> {
    const workspace = await makeFolder(t)
    const aborter = new AbortController()
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const onProgress = () => resolve()
    const result = pool.render(videoPlan(input, { gif }), workspace, { signal: aborter.signal, onProgress })
    result.catch(() => resolve())
    return { result, begun, folder: workspace, abort: (reason) => aborter.abort(reason) }
  }

  for (const [what, gif] of Object.entries({ '': {}, ' with stored frames': { reverse: true } }))
    test(`an aborted job${what} has no process left when it rejects, and the next job is done`, async (t) => {
      const pool = startPool(t)
      const job = await begin(t, pool, await makeLong(), gif)
      await job.begun
      const [group = 0] = await renderProcesses(process.pid)
      await until('ffmpeg runs', async () => (await groupMembers(group)).includes('ffmpeg'))
      const reason = new Error('not wanted any more')
      job.abort(reason)
      await assert.rejects(job.result, reason)
      assert.deepEqual(await groupMembers(group), [])
      assert.equal((await render(t, pool, shortPlan())).frames, 3)
    })

  test('a job reserves disk space for the copies of its files, and for frames and renditions once it knows their size', async (t) => {
    const pool = startPool(t)
    const reserved: number[] = []
    let written = 0
    const workspace = await makeFolder(t)
    const rendered = await pool.render(shortPlan({ reverse: true }), workspace, {
      signal: new AbortController().signal,
      onProgress: () => {},
      space: { reserve: async (bytes) => void reserved.push(bytes), markWritten: () => (written += 1) },
    })
    const { size } = await stat(short)
    const frames = rendered.frames * rendered.width * rendered.height * 4
    assert.equal(reserved.length, 2)
    assert.equal(reserved[0], size)
    assert.ok(reserved[1]! > frames && reserved[1]! < 1.1 * frames, `${reserved[1]} bytes for ${frames}`)
    assert.equal(written, 1)
  })

  test('a job that gets no disk space ends with that error, and its process makes the next one', async (t) => {
    let started = 0
    const pool = startPool(t, { onProcess: (event) => (started += event === 'started' ? 1 : 0) })
    let calls = 0
    const reserve = async () => {
      calls += 1
      if (calls === 2) throw noSpace()
    }
    const space = { reserve, markWritten: () => {} }
    const options = { signal: new AbortController().signal, onProgress: () => {}, space }
    await assert.rejects(pool.render(shortPlan(), await makeFolder(t), options), {
      code: 'unavailable',
      reason: 'no_space',
      retry: true,
    })
    assert.equal((await render(t, pool, shortPlan())).frames, 3)
    assert.equal(started, 1)
  })

  test('a job aborted before it began starts nothing', async (t) => {
    const pool = startPool(t)
    const reason = new Error('too late')
    const options = { signal: AbortSignal.abort(reason), onProgress: () => {} }
    await assert.rejects(pool.render(shortPlan(), await makeFolder(t), options), reason)
    assert.deepEqual(await renderProcesses(process.pid), [])
  })

  test('a job over the time limit is ended with timed_out, along with all its processes', async (t) => {
    const input = await makeLong()
    await withGrowingLimit(1, async (timeoutSeconds) => {
      const pool = startPool(t, { timeoutSeconds })
      const job = await begin(t, pool, input)
      const message = new RegExp(` ${timeoutSeconds} seconds?`)
      const ended = assert.rejects(job.result, { code: 'timed_out', retry: false, message })
      let isOver = false
      void ended.catch(() => undefined).then(() => (isOver = true))
      await job.begun
      const [group = 0] = await renderProcesses(process.pid)
      // A job that is over by then had no time to begin, and the process may be that of the next one.
      const isOfJob = group !== 0 && !isOver
      await ended
      if (isOfJob) assert.deepEqual(await groupMembers(group), [])
      await pool.close()
      return isOfJob
    })
  })

  test('a killed render process is a transient fault that leaves no ffmpeg, and the pool continues', async (t) => {
    const pool = startPool(t)
    const job = await begin(t, pool, await makeLong())
    await job.begun
    const [group = 0] = await renderProcesses(process.pid)
    process.kill(group, 'SIGKILL')
    await assert.rejects(job.result, { code: 'internal', retry: true })
    assert.deepEqual(await groupMembers(group), [])
    assert.equal((await render(t, pool, shortPlan())).frames, 3)
  })

  test('a killed ffmpeg is a transient fault, and its render process is replaced', async (t) => {
    const pool = startPool(t)
    const job = await begin(t, pool, await makeLong())
    await job.begun
    const [group = 0] = await renderProcesses(process.pid)
    await until('ffmpeg runs', async () => (await membersNamed(group, 'ffmpeg')).length > 0)
    for (const pid of await membersNamed(group, 'ffmpeg')) process.kill(pid, 'SIGKILL')
    await assert.rejects(job.result, { code: 'internal', retry: true })
    assert.deepEqual(
      await readdir(job.folder).then((names) => names.filter((name) => !/^gif|^video|^animation/.test(name))),
      [],
    )
    assert.equal((await render(t, pool, shortPlan())).frames, 3)
    assert.ok(!(await renderProcesses(process.pid)).includes(group))
  })

  test('when the whole server is killed, neither render process nor ffmpeg outlives it', async (t) => {
    const program = fileURLToPath(new URL('../support/rendering/render-parent.ts', import.meta.url))
    const parent = fork(program, [await makeLong(), await makeFolder(t)], { execArgv: [] })
    await once(parent, 'message')
    const [group = 0] = await renderProcesses(parent.pid ?? 0)
    await until('ffmpeg runs', async () => (await groupMembers(group)).includes('ffmpeg'))
    parent.kill('SIGKILL')
    await until('the group is gone', async () => (await groupMembers(group)).length === 0)
  })

  test('no more jobs run at once than its width, and a waiting one can be aborted', async (t) => {
    const pool = startPool(t, { concurrency: 2 })
    const long = await makeLong()
    const [one, two] = [await begin(t, pool, long), await begin(t, pool, long)]
    await Promise.all([one.begun, two.begun])
    const [three, four] = [await begin(t, pool, short), await begin(t, pool, short)]
    assert.equal((await renderProcesses(process.pid)).length, 2)
    three.abort(new Error('gone'))
    await assert.rejects(three.result, /gone/)
    one.abort(new Error('enough'))
    await assert.rejects(one.result, /enough/)
    await four.result
    two.abort(new Error('enough'))
    await assert.rejects(two.result, /enough/)
  })

  test('closing it ends all running jobs and processes', async (t) => {
    const pool = startPool(t)
    const job = await begin(t, pool, await makeLong())
    await job.begun
    const [group = 0] = await renderProcesses(process.pid)
    const ended = assert.rejects(job.result, { code: 'unavailable', retry: true })
    await pool.close()
    await ended
    assert.deepEqual(await groupMembers(group), [])
    await assert.rejects(render(t, pool, shortPlan()), { code: 'unavailable' })
  })

  for (const wrappers of [[], ['setpriv', 'prlimit', 'nice']]) {
    const which = wrappers.length === 0 ? 'nothing else either' : 'its wrappers'
    test(`a machine with ${which} but without ffmpeg is a transient fault with an error message`, async (t) => {
      const bin = await makeFolder(t)
      for (const name of wrappers) {
        const { stdout } = await run('which', [name])
        await symlink(stdout.trim(), join(bin, name))
      }
      await assert.rejects(render(t, startPool(t, { searchPath: bin }), shortPlan()), {
        code: 'internal',
        message: 'Something went wrong on our side while making this GIF. Please try again later.',
        retry: true,
      })
    })
  }
})
