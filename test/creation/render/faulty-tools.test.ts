import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { before, describe } from 'node:test'
import { fakeTools } from '../../support/fake-tools.ts'
import { ensureFixtures } from '../../support/fixtures.ts'
import { processesWith, until } from '../../support/processes.ts'
import { render, startPool, videoPlan } from '../../support/rendering.ts'

const real = 'exec "$REAL/ffmpeg" "$@"'
/** The run that makes the GIF, and no other. */
const whenGif = (script: string) => `case "$*" in *gif.gif*) ${script};; esac\n${real}`
const lastWord = 'for last; do :; done; last=${last#file:}'

for (const sandbox of ['auto', 'off'] as const) {
  describe(`a decoder that is not as it should be, sandbox ${sandbox}`, { timeout: 120_000 }, () => {
    let input = ''
    before(async () => {
      input = join(await ensureFixtures(), 'h264.mp4')
    })

    const faults: [what: string, script: string, end: { code: string; retry: boolean }][] = [
      ['crashes at once', 'kill -SEGV $$', { code: 'media_broken', retry: true }],
      ['crashes while it encodes', whenGif('kill -SEGV $$'), { code: 'internal', retry: true }],
      ['ends well and has done nothing', 'exit 0', { code: 'media_broken', retry: false }],
      ['ends well without a GIF', whenGif('exit 0'), { code: 'internal', retry: true }],
      [
        'ends well with an empty GIF',
        whenGif(`${lastWord}; : > "$last"; exit 0`),
        { code: 'internal', retry: true },
      ],
      [
        'ends well with something else for a GIF',
        whenGif(`${lastWord}; echo '<script>' > "$last"; exit 0`),
        { code: 'internal', retry: true },
      ],
      [
        'leaves out frames and ends well',
        whenGif('exec "$REAL/ffmpeg" -t 0.2 "$@"'),
        { code: 'internal', retry: true },
      ],
      [
        'says more frames than it made',
        '"$REAL/ffmpeg" "$@"; echo frame=500',
        { code: 'internal', retry: true },
      ],
      ['is stopped and never goes on', 'kill -STOP $$', { code: 'timed_out', retry: false }],
    ]
    // What holds without a sandbox is the same but for the way that a tool's end is told.
    for (const [what, script, end] of sandbox === 'auto' ? faults : faults.slice(0, 2)) {
      test(`that ${what} ends the task with ${end.code}`, async (t) => {
        const searchPath = await fakeTools(t, { ffmpeg: script })
        const timeoutSeconds = end.code === 'timed_out' ? 3 : 60
        const pool = startPool(t, { sandbox, searchPath, timeoutSeconds })
        await assert.rejects(render(t, pool, videoPlan(input, { endSeconds: 0.5 })), (error: Error) => {
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
      const mark = `60${process.pid}.${sandbox === 'auto' ? 1 : 2}`
      const searchPath = await fakeTools(t, { ffmpeg: `trap '' TERM; sleep ${mark} & sleep ${mark}` })
      const pool = startPool(t, { sandbox, searchPath, timeoutSeconds: 3 })
      const result = render(t, pool, videoPlan(input))
      result.catch(() => undefined)
      await until(async () => (await processesWith(mark)) >= 2)
      await assert.rejects(result, { code: 'timed_out', retry: false })
      await until(async () => (await processesWith(mark)) === 0)
    })

    test('does not hold up the task beside it', async (t) => {
      // What it is to make tells which of the two it is.
      const script = `case "$*" in *'trim=end_frame=3,'*) kill -SEGV $$;; esac\n${real}`
      const pool = startPool(t, {
        sandbox,
        searchPath: await fakeTools(t, { ffmpeg: script }),
        concurrency: 2,
      })
      const ends = await Promise.allSettled(
        [0.5, 0.2].map((endSeconds) => render(t, pool, videoPlan(input, { endSeconds }))),
      )
      assert.deepEqual(
        ends.map(({ status }) => status),
        ['fulfilled', 'rejected'],
      )
    })
  })
}

test('in a sandbox, not even a child that left its group and session outlives the task', async (t) => {
  const pool = startPool(t, { timeoutSeconds: 3 })
  if ((await pool.prepare()).level !== 'bubblewrap') {
    t.skip('bubblewrap does not work here')
    return
  }
  const mark = `61${process.pid}`
  const searchPath = await fakeTools(t, { ffmpeg: `setsid sleep ${mark} & sleep ${mark}` })
  const result = render(
    t,
    startPool(t, { searchPath, timeoutSeconds: 3 }),
    videoPlan(join(await ensureFixtures(), 'h264.mp4')),
  )
  result.catch(() => undefined)
  await until(async () => (await processesWith(mark)) >= 2)
  await assert.rejects(result, { code: 'timed_out' })
  await until(async () => (await processesWith(mark)) === 0)
})
