import assert from 'node:assert/strict'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import test, { before, describe } from 'node:test'
import { readReply } from '#src/adapters/render-pool/replies.ts'
import { packError } from '#src/render/protocol.ts'
import { fakeTools } from '../support/rendering/fake-tools.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { tinyFramesGif } from '../support/media/hostile-files.ts'
import { processesWith } from '../support/processes/processes.ts'
import { until } from '../support/until.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const made = {
  width: 8,
  height: 8,
  frames: 2,
  durationMs: 200,
  hasAlpha: false,
  flashing: null,
  loop: null,
  look: null,
}
const failure = { code: 'media_broken', message: 'The file is damaged.', retry: false, cause: '' }
const failed = (wrong: object) => ({ type: 'failed', failure: { ...failure, ...wrong } })

describe('the output of a render process', () => {
  test('is parsed if it is one of the replies', () => {
    const replies = [
      { type: 'progress', fraction: 0.5 },
      { type: 'done', made },
      failed({}),
      failed({ field: 'pictures[]' }),
      failed({ code: 'invalid_value', field: 'crop' }),
      { type: 'done', made: { ...made, flashing: true } },
      { type: 'done', made: { ...made, loop: { startSeconds: 1.5, endSeconds: 4 } } },
      { type: 'done', made: { ...made, look: 'AQID' } },
      { type: 'derived', shapes: { gif100w: { width: 100, height: 56, frames: 75 } } },
      { type: 'measured', measured: { bytes: 1234, width: 8, height: 8, frames: 2 } },
    ]
    for (const reply of replies) assert.deepEqual(readReply(JSON.stringify(reply)), reply)
  })

  test('is short enough to be read, however much there is to report', () => {
    const packed = packError(new Error('\0'.repeat(1e6)))
    const line = JSON.stringify({ type: 'failed', failure: packed })
    assert.ok(line.length < 64 * 1024)
    assert.notEqual(readReply(line), undefined)
  })

  const lies: unknown[] = [
    ...[null, 1, 'done', [], {}, { type: 'other' }, { cmd: 'NODE_HANDLE', type: 'net.Socket' }],
    ...[undefined, null, '0.5', -0.1, 1.1, Number.NaN].map((fraction) => ({ type: 'progress', fraction })),
    ...[{ type: 'done' }, { type: 'done', made: null }, { type: 'done', made: { ...made, files: {} } }],
    ...[0, -1, 1.5, '8', null, undefined, {}, 1e9].map((width) => ({
      type: 'done',
      made: { ...made, width },
    })),
    ...[0, -1, 1.5, '8', null, 1e300].map((frames) => ({ type: 'done', made: { ...made, frames } })),
    ...[0, -5, 1.5, '9', null, 1e300].map((bytes) => ({
      type: 'measured',
      measured: { bytes, width: 8, height: 8, frames: 2 },
    })),
    ...[undefined, null, 0, 1, 'true', {}].map((hasAlpha) => ({ type: 'done', made: { ...made, hasAlpha } })),
    ...[undefined, 0, 1, 'true', {}].map((flashing) => ({ type: 'done', made: { ...made, flashing } })),
    ...[undefined, 5, {}, [], { startSeconds: 1 }, { startSeconds: -1, endSeconds: 2 }].map((loop) => ({
      type: 'done',
      made: { ...made, loop },
    })),
    ...[undefined, 5, 'a b', 'A'.repeat(65)].map((look) => ({ type: 'done', made: { ...made, look } })),
    ...[
      { startSeconds: 0, endSeconds: 1e300 },
      { startSeconds: 0, endSeconds: 1, more: 1 },
    ].map((loop) => ({
      type: 'done',
      made: { ...made, loop },
    })),
    ...[undefined, null, [], { gif: {} }, { other: { width: 1, height: 1, frames: 1 } }].map((shapes) => ({
      type: 'derived',
      shapes,
    })),
    ...[undefined, null, -1, 0.5, '1', 1e300].map((bytes) => ({ type: 'space', bytes })),
    ...[{ type: 'failed' }, { type: 'failed', failure: null }],
    ...['toString', 'unauthorized', 'rate_limited', 5].map((code) => failed({ code })),
    ...['', 'x'.repeat(201), 'two\nlines', '<b>', 'л', {}].map((message) => failed({ message })),
    ...[
      failed({ field: 'title' }),
      failed({ retry: 'yes' }),
      failed({ cause: {} }),
      failed({ reason: 'other' }),
      failed({ more: 1 }),
    ],
  ]
  test('is ignored if it is anything else', () => {
    for (const lie of lies) assert.equal(readReply(JSON.stringify(lie)), undefined, JSON.stringify(lie))
    const huge = '{"type":"progress","fraction":1e999}'
    for (const text of ['', '{', huge, '__proto__', '[1']) assert.equal(readReply(text), undefined, text)
  })
})

describe('a compromised render process', () => {
  let input = ''
  before(async () => {
    input = join(await ensureFixtures(), 'h264.mp4')
  })

  const progress = `echo '{"type":"progress","fraction":0.1}' >&3`
  const done = `echo '${JSON.stringify({ type: 'done', made })}' >&3`
  const breaches: Record<string, string> = {
    'writes invalid JSON': 'echo nonsense >&3',
    'writes null': 'echo null >&3',
    'fails without a reason': `echo '{"type":"failed"}' >&3`,
    'writes a message that Node itself handles': `echo '{"cmd":"NODE_HANDLE","type":"net.Socket"}' >&3`,
    'writes an endless line': 'cat /dev/zero >&3',
    'writes endless replies': `while ${progress}; do :; done`,
    'exits normally and leaves nothing': done,
    'requests disk space repeatedly': `while echo '{"type":"space","bytes":1}' >&3; do :; done`,
    'requests more disk space than any job needs': `echo '{"type":"space","bytes":1000000000000}' >&3`,
  }
  /** Replaces the first render process by this; those that follow are real. */
  const atFirst = (script: string) => `case "$*" in
*render/main.ts*) if mkdir "$(dirname "$0")/was" 2>/dev/null; then ${script}; fi;; esac
exec "$REAL/nice" "$@"`

  // Invalid replies are told apart above: in the full run, a process sends each of these.
  const usual = new Set(
    Object.keys(breaches).filter((what) => !/null|without a reason|Node itself/.test(what)),
  )
  for (const [what, script] of Object.entries(breaches)) {
    if (!isFullRun && !usual.has(what)) continue
    test(`that ${what} is ended, its job with internal, and the next job is done`, async (t) => {
      const mark = `62${process.pid}.${Object.keys(breaches).indexOf(what)}`
      const searchPath = await fakeTools(t, { nice: atFirst(`read job; ${script}; sleep ${mark}`) })
      const pool = startPool(t, { sandbox: 'off', searchPath })
      await assert.rejects(render(t, pool, videoPlan(input, { endSeconds: 0.2 })), {
        code: 'internal',
        message: 'The GIF could not be made.',
        retry: true,
      })
      assert.equal(await processesWith(mark), 0)
      assert.equal((await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))).frames, 3)
    })
  }

  test('that sends more after the end of its job is ended too', async (t) => {
    const mark = `63${process.pid}`
    // In one piece, so that the second is there when the first ends the job.
    const reply = `'${JSON.stringify(failed({}))}'`
    const twice = `printf '%s\\n%s\\n' ${reply} ${reply} >&3;`
    const searchPath = await fakeTools(t, { nice: atFirst(`read job; ${twice} sleep ${mark}`) })
    const pool = startPool(t, { sandbox: 'off', searchPath })
    await assert.rejects(render(t, pool, videoPlan(input)), { code: 'media_broken', retry: false })
    await until('the process has ended', async () => (await processesWith(mark)) === 0)
    assert.equal((await render(t, pool, videoPlan(input, { endSeconds: 0.2 }))).frames, 3)
  })

  test('that never stops writing does not change the pictures’ GIF after its inspection', async (t) => {
    const write = 'exec 4>>"$TMPDIR/gif.gif"; (while :; do echo more >&4; done) & sleep 0.1'
    const first = atFirst(`read job; cp "$(dirname "$0")"/good/* "$TMPDIR"; ${write}; ${done}; wait`)
    const searchPath = await fakeTools(t, { nice: first })
    const good = join(searchPath.split(delimiter)[0]!, 'good')
    await mkdir(good)
    await writeFile(join(good, 'gif.gif'), tinyFramesGif(8, 8, 2))
    await writeFile(join(good, 'video.mp4'), Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'))
    for (const name of ['animation.webp', 'still-360w.webp'])
      await writeFile(join(good, name), Buffer.from('RIFF\x10\0\0\0WEBPVP8X', 'latin1'))
    await writeFile(join(good, 'thumb.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    const pool = startPool(t, { sandbox: 'off', searchPath })
    const options = { signal: new AbortController().signal, onProgress: () => {} }
    const { files } = await pool.render(picturesPlan([input, input]), await makeFolder(t), options)
    assert.equal((await stat(files.gif.path)).size, files.gif.bytes)
  })
})
