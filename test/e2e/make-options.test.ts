import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { parseArgument } from '#src/cli/make-options.ts'
import { openOutput } from '#src/cli/make-output.ts'
import { makeProgress } from '#src/cli/make-progress.ts'
import { clipOptions, windowOptions } from '#src/options/clip-options.ts'
import { gifOptions } from '#src/options/gif-options.ts'
import type { Option } from '#src/options/option.ts'

const arguments_: [
  what: string,
  option: Option,
  right: [string, unknown][],
  wrong: string[],
  says: RegExp,
][] = [
  [
    'a time is seconds, or minutes and seconds, or hours before them',
    windowOptions.startSeconds,
    [
      ...([
        ['12.5', 12.5],
        ['0', 0],
        ['1:02.5', 62.5],
        ['1:00:00', 3600],
        ['90', 90],
        ['2,5 s', 2.5],
      ] as const),
    ].map(([text, value]) => [text, value]),
    ['', '-1', '1:', '1:60', '1:60:00', 'a', '1e3', '1.5:00'],
    /It takes seconds/,
  ],
  [
    'a size has units of a thousand and of a million',
    gifOptions.maxBytes,
    [
      ['2MB', 2_000_000],
      ['500KB', 500_000],
      ['8000000', 8_000_000],
      ['1.5m', 1_500_000],
      ['2 mb', 2_000_000],
    ],
    ['', 'MB', '1GB', '999', '-2MB', '2MiB'],
    /It takes a size/,
  ],
  [
    'a crop is four whole numbers, and has pixels',
    clipOptions.crop,
    [
      ['1,2,3,4', { x: 1, y: 2, width: 3, height: 4 }],
      ['1, 2,3,4', { x: 1, y: 2, width: 3, height: 4 }],
    ],
    ['1,2,3', '1,2,0,4', '1,2,3,-4', 'a'],
    /It takes x,y,width,height/,
  ],
  [
    'a preset may have the name that `best` had before',
    gifOptions.preset,
    [
      ['best', 'best'],
      ['quality', 'best'],
      ['tiny', 'tiny'],
    ],
    ['', 'Best', 'finest', 'toString'],
    /It takes "best", "balanced", "small" or "tiny"/,
  ],
  [
    'a frame rate is a number within its range',
    clipOptions.fps,
    [
      ['0.5', 0.5],
      ['50', 50],
      ['29.97', 29.97],
    ],
    ['0', '51', 'x', '1e1', 'Infinity'],
    /a number from/,
  ],
]
for (const [what, option, right, wrong, says] of arguments_) {
  test(`make: ${what}`, () => {
    for (const [text, value] of right) assert.deepEqual(parseArgument(option, text), value, text)
    for (const text of wrong) assert.throws(() => parseArgument(option, text), says, text)
  })
}

/** A stream that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: unknown) => written.push(String(text)) > 0 }
}

test('on a terminal a progress bar fills, and is removed before a message', () => {
  const terminal = stream(true)
  const progress = makeProgress(terminal, false, 'out.gif')
  progress.frames(30, 60)
  progress.notify('out.gif: done')
  const bar = `\rout.gif [${'#'.repeat(15)}${'.'.repeat(15)}] 30 of 60`
  assert.deepEqual(terminal.written, [bar, '\r\u001B[K', 'out.gif: done\n'])
})

test('elsewhere the output is a few plain lines', () => {
  const file = stream(false)
  const progress = makeProgress(file, false, 'out.gif')
  for (let frame = 1; frame <= 60; frame += 1) progress.frames(frame, 60)
  progress.clear()
  progress.notify('out.gif: done')
  assert.deepEqual(file.written, ['Making out.gif, about 60 frames\n', 'out.gif: done\n'])
})

test('with --quiet nothing is printed', () => {
  for (const isTTY of [true, false]) {
    const quiet = stream(isTTY)
    const progress = makeProgress(quiet, true, 'out.gif')
    progress.fetched(1)
    progress.read(1, 2)
    progress.frames(1, null)
    progress.notify('a')
    progress.clear()
    assert.deepEqual(quiet.written, [])
  }
})

test('a GIF is never written to a terminal', async (t: TestContext) => {
  const usual = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
  t.after(() =>
    Object.defineProperty(process.stdout, 'isTTY', usual ?? { value: undefined, configurable: true }),
  )
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
  await assert.rejects(openOutput('-'), /^Error: A terminal cannot show a GIF: name a file/)
})
