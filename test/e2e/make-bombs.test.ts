import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { tinyFramesGif } from '../support/media/hostile-files.ts'
import { makeProgram } from '../support/processes/make.ts'

/** Starting the program takes about 0.3 s; decoding any of these files takes more than 10 s. */
const maxCpuSeconds = 3

/** Runs `make`, which fails; returns its message and the CPU seconds of it and of its tools. */
async function refusal(folder: string, words: string[]): Promise<{ message: string; seconds: number }> {
  // The second line of `times` is the time of all children.
  const script = '"$0" "$@" && exit 1; times'
  const { stdout, stderr } = await promisify(execFile)(
    '/bin/sh',
    ['-c', script, process.execPath, makeProgram, 'make', ...words, '-o', 'out.gif'],
    { cwd: folder, env: { PATH: process.env.PATH, TMPDIR: folder } },
  )
  const children = stdout.trim().split('\n').at(-1) ?? ''
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return {
    message: stderr.trim(),
    seconds: times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0),
  }
}

describe('make refuses a small GIF that expands, before it decodes a pixel:', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gifwright-make-test-'))
    await writeFile(join(folder, 'small.gif'), tinyFramesGif(64, 48, 3))
    await writeFile(join(folder, 'screen.gif'), tinyFramesGif(20_000, 20_000, 12))
    await writeFile(join(folder, 'frames.gif'), tinyFramesGif(4096, 4096, 200))
    await writeFile(join(folder, 'many.gif'), tinyFramesGif(64, 48, 10_001))
  })

  after(() => rm(folder, { recursive: true, force: true }))

  const tooLarge = /screen\.gif: .+ has more pixels (?:in a frame )?than this service accepts\./
  for (const [what, words, message] of [
    ['a screen over the limit', ['screen.gif', '--keep'], tooLarge],
    ['with one of its frames chosen', ['screen.gif', '--frames', '1'], tooLarge],
    ['shown after another one', ['small.gif', '--append', 'screen.gif'], tooLarge],
    [
      'too many frames when played as a boomerang',
      ['frames.gif', '--keep', '--boomerang'],
      /it has more pixels in all its frames than a file of its size may/,
    ],
    [
      'frames over the limit',
      ['many.gif', '--keep', '--reverse'],
      /more than 10,?000 frames|at most 10,?000/,
    ],
  ] as const) {
    test(what, async () => {
      const { message: said, seconds } = await refusal(folder, [...words])
      assert.match(said, message)
      assert.ok(seconds < maxCpuSeconds, `${seconds} s of CPU`)
      assert.deepEqual((await readdir(folder)).includes('out.gif'), false)
    })
  }
})
