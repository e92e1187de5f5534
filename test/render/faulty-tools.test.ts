import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import type { RenderPoolOptions } from '#src/adapters/render-pool/render-pool.ts'
import { decode } from '../support/media/decoded.ts'
import { fakeTools, restoreTool, setTool } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { withGrowingLimit } from '../support/processes/growing-limit.ts'
import { processesWith } from '../support/processes/processes.ts'
import { until } from '../support/until.ts'
import { shareInFile } from '../support/shared.ts'
import { skipWithoutBubblewrap } from '../support/processes/without-bubblewrap.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const real = 'exec "$REAL/ffmpeg" "$@"'
/** Does its work and then does something with the MP4 that it made. */
const afterMp4 = (script: string) =>
  `"$REAL/ffmpeg" "$@"\nfor word; do case "$word" in file:*/video.mp4) mp4=\${word#file:}; ${script};; esac; done`
/** The one run that reads our frames. */
const whenOwn = (script: string) => `case "$*" in *pipe:0*) ${script};; esac\n${real}`

/** Makes a tool and its child, both started with a word, run into the time limit. */
async function assertBothEnd(
  t: TestContext,
  options: Partial<RenderPoolOptions>,
  mark: string,
): Promise<void> {
  const plan = videoPlan(join(await ensureFixtures(), 'h264.mp4'))
  await withGrowingLimit(2, async (timeoutSeconds) => {
    let isOver = false
    const result = render(t, startPool(t, { ...options, timeoutSeconds }), plan)
    const ended = assert.rejects(result, { code: 'timed_out', retry: false }).finally(() => (isOver = true))
    const runs = async () => (await processesWith(mark)) >= 2
    let wereSeen = false
    await Promise.all([
      until(
        'the tool and its child run, or did not start in time',
        async () => (wereSeen = await runs()) || isOver,
      ),
      ended,
    ])
    await until('both have ended', async () => (await processesWith(mark)) === 0)
    return wereSeen
  })
}

for (const sandbox of ['auto', 'off'] as const) {
  describe(`a broken decoder, sandbox ${sandbox}`, () => {
    const shared = shareInFile(async (owner) => {
      const searchPath = await fakeTools(owner, { ffmpeg: real })
      const input = join(await ensureFixtures(), 'h264.mp4')
      return { input, searchPath, pool: startPool(owner, { sandbox, searchPath }) }
    })

    const faults: [what: string, script: string, end: { code: string; retry: boolean }][] = [
      ['crashes each time', 'kill -SEGV $$', { code: 'media_broken', retry: false }],
      ['is killed', 'kill -KILL $$', { code: 'internal', retry: true }],
      ['is told to end', 'kill -TERM $$', { code: 'internal', retry: true }],
      [
        'lacks a library',
        'echo "ffmpeg: error while loading shared libraries: libx264.so.164: cannot open shared object file" >&2; exit 127',
        { code: 'internal', retry: true },
      ],
      ['exceeds its processor time', 'kill -XCPU $$', { code: 'timed_out', retry: false }],
      [
        'is refused memory',
        'echo "Cannot allocate memory" >&2; exit 1',
        { code: 'media_too_large', retry: false },
      ],
      ['exits normally and has done nothing', 'exit 0', { code: 'media_broken', retry: false }],
      ['crashes over our frames', whenOwn('kill -SEGV $$'), { code: 'internal', retry: true }],
      ['exits normally over our frames and gives none', whenOwn('exit 0'), { code: 'internal', retry: true }],
      ['exits normally without an MP4', afterMp4('rm "$mp4"'), { code: 'internal', retry: true }],
      ['exits normally with an empty MP4', afterMp4(': > "$mp4"'), { code: 'internal', retry: true }],
      [
        'exits normally with something else for an MP4',
        afterMp4(`echo '<script>' > "$mp4"`),
        { code: 'internal', retry: true },
      ],
      ['gives endless frames', 'exec cat /dev/zero', { code: 'internal', retry: true }],
      ['gives less than a frame', 'printf frame', { code: 'media_broken', retry: false }],
      ['is stopped and never continues', 'kill -STOP $$', { code: 'timed_out', retry: false }],
    ]
    // The others differ in the classification of their end, which tool-fault.test.ts covers for each.
    const usual = faults.filter(([what]) => /crash|is killed|has done|without an|endless|never/.test(what))
    // The rules without a sandbox are the same except for the way that a tool's end is reported.
    const tried = isFullRun ? faults : usual
    for (const [what, script, end] of sandbox === 'auto' ? tried : tried.slice(0, isFullRun ? 6 : 1)) {
      test(`that ${what} ends the task with ${end.code}`, async (t) => {
        const { input, searchPath, pool } = shared()
        setTool(searchPath, 'ffmpeg', script)
        const isEndless = script.includes('-STOP')
        const own = isEndless ? startPool(t, { sandbox, searchPath, timeoutSeconds: 1 }) : pool
        const plan = videoPlan(input, { endSeconds: 0.5, gif: { reverse: what.includes('our frames') } })
        await assert.rejects(render(t, own, plan), (error: Error) => {
          assert.doesNotMatch(error.message, /\/|ffmpeg/)
          assert.deepEqual(
            { ...error, cause: undefined },
            { ...error, ...end, cause: undefined },
            String(error.cause),
          )
          return true
        })
      })
    }

    test('that ignores SIGTERM and leaves children behind is ended with all of them', async (t) => {
      const { searchPath } = shared()
      const mark = `60${process.pid}.${sandbox === 'auto' ? 1 : 2}`
      setTool(searchPath, 'ffmpeg', `trap '' TERM; sleep ${mark} & sleep ${mark}`)
      await assertBothEnd(t, { sandbox, searchPath }, mark)
    })

    if (sandbox === 'off' && !isFullRun) return

    test('that ends in the middle, even of a frame, gives a GIF of the existing frames', async (t) => {
      const { input, searchPath, pool } = shared()
      const shorter =
        'for word do shift; set -- "$@" "$(echo "$word" | sed s/end_frame=8,/end_frame=5,/)"; done'
      setTool(searchPath, 'ffmpeg', `${shorter}\n"$REAL/ffmpeg" "$@"; printf frame`)
      const made = await render(t, pool, videoPlan(input, { endSeconds: 0.5 }))
      assert.equal(made.frames, 5)
      assert.equal((await decode(made.files.mp4.path)).frames.length, 5)
    })

    test('that crashes once gives the GIF on the second try', async (t) => {
      const { input, searchPath } = shared()
      setTool(searchPath, 'ffmpeg', 'kill -SEGV $$')
      const warned: string[] = []
      const warn = (_: object, message: string) => {
        warned.push(message)
        restoreTool(searchPath, 'ffmpeg')
      }
      const log = { warn, error: assert.fail } as unknown as RenderPoolOptions['log']
      const own = startPool(t, { sandbox, searchPath, log })
      const { progress } = await render(t, own, videoPlan(input, { endSeconds: 0.5 }))
      assert.deepEqual(warned, ['A decoder crashed'])
      assert.equal(progress.at(-1), 1)
    })

    test('does not delay the task next to it', async (t) => {
      const { input, searchPath } = shared()
      // Its output tells which of the two it is.
      setTool(searchPath, 'ffmpeg', `case "$*" in *'trim=end_frame=3,'*) kill -SEGV $$;; esac\n${real}`)
      const own = startPool(t, { sandbox, searchPath, concurrency: 2 })
      const ends = await Promise.allSettled(
        [0.5, 0.2].map((endSeconds) => render(t, own, videoPlan(input, { endSeconds }))),
      )
      assert.deepEqual(
        ends.map(({ status }) => status),
        ['fulfilled', 'rejected'],
      )
    })
  })
}

test('in a sandbox, not even a child that left its group and session outlives the task', async (t) => {
  const pool = startPool(t)
  const { level, describe: sentence } = await pool.prepare()
  if (level !== 'bubblewrap') return skipWithoutBubblewrap(t, sentence)
  const mark = `61${process.pid}`
  const searchPath = await fakeTools(t, { ffmpeg: `setsid sleep ${mark} & sleep ${mark}` })
  await assertBothEnd(t, { searchPath }, mark)
})
