import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { readBytes, readCrop, readFps, readTime } from '#src/cli/make-options.ts'
import { openOutput } from '#src/cli/make-output.ts'
import { makeProgress } from '#src/cli/make-progress.ts'

test('times are seconds, or minutes and seconds, or hours before them', () => {
  assert.deepEqual(['12.5', '0', '1:02.5', '1:00:00', '90'].map(readTime), [12.5, 0, 62.5, 3600, 90])
  for (const odd of ['', '-1', '1:', '1:60:00', 'a', '1e3', '1.5:00']) {
    assert.throws(() => readTime(odd), /It takes seconds/, odd)
  }
})

test('sizes have units of a thousand and of a million', () => {
  assert.deepEqual(['2MB', '500KB', '8000000', '1.5m', '2 mb'].map(readBytes), [
    ...[2_000_000, 500_000, 8_000_000, 1_500_000, 2_000_000],
  ])
  for (const odd of ['', 'MB', '1GB', '999', '-2MB', '2MiB'])
    assert.throws(() => readBytes(odd), /It takes a size/, odd)
})

test('a crop is four whole numbers, and has pixels', () => {
  assert.deepEqual(readCrop('1,2,3,4'), { x: 1, y: 2, width: 3, height: 4 })
  for (const odd of ['1,2,3', '1,2,0,4', '1,2,3,-4', '1, 2,3,4', 'a'])
    assert.throws(() => readCrop(odd), /It takes x,y,width,height/, odd)
})

test('a rate is a number in its bounds', () => {
  assert.deepEqual(['0.5', '50', '29.97'].map(readFps), [0.5, 50, 29.97])
  for (const odd of ['0', '51', 'x', '1e1', 'Infinity']) assert.throws(() => readFps(odd), /a number of/, odd)
})

/** A stream that keeps what is written. */
function stream(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, written, write: (text: unknown) => written.push(String(text)) > 0 }
}

test('on a terminal a bar fills, and is taken away before a sentence', () => {
  const terminal = stream(true)
  const progress = makeProgress(terminal, false, 'out.gif')
  progress.frames(30, 60)
  progress.tell('out.gif: done')
  const bar = `\rout.gif [${'#'.repeat(15)}${'.'.repeat(15)}] 30 of 60`
  assert.deepEqual(terminal.written, [bar, '\r\u001B[K', 'out.gif: done\n'])
})

test('elsewhere there are plain lines, and few', () => {
  const file = stream(false)
  const progress = makeProgress(file, false, 'out.gif')
  for (let frame = 1; frame <= 60; frame += 1) progress.frames(frame, 60)
  progress.clear()
  progress.tell('out.gif: done')
  assert.deepEqual(file.written, ['Making out.gif, about 60 frames\n', 'out.gif: done\n'])
})

test('nothing is told where quiet is wished', () => {
  for (const isTTY of [true, false]) {
    const quiet = stream(isTTY)
    const progress = makeProgress(quiet, true, 'out.gif')
    progress.fetched(1)
    progress.read(1, 2)
    progress.frames(1, null)
    progress.tell('a')
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
