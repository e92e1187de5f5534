import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadProgress } from '#src/cli/load-progress.ts'

function watch(isTTY: boolean) {
  const written: string[] = []
  let time = 0
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 }
  const progress = loadProgress(stream, { now: () => time })
  return { written, progress, at: (ms: number) => (time = ms) }
}

test('progress without a terminal is a line every five seconds, with the remaining time', () => {
  const { written, progress, at } = watch(false)
  for (let second = 1; second <= 11; second++) {
    at(second * 1000)
    progress.show(second * 1000, 100_000)
  }
  progress.clear()
  assert.deepEqual(written, [
    '5000 of 100000 GIFs added (5 %), 1 min 35 s left\n',
    '10000 of 100000 GIFs added (10 %), 1 min 30 s left\n',
  ])
})

test('progress on a terminal is one line that is redrawn and removed', () => {
  const { written, progress, at } = watch(true)
  at(100)
  progress.show(10, 1000)
  at(200)
  progress.show(200, 1000)
  at(250)
  progress.show(250, 1000)
  at(400)
  progress.show(1000, 1000)
  progress.clear()
  assert.deepEqual(written, [
    '\r200 of 1000 GIFs added (20 %), 1 s left\u001b[K',
    '\r1000 of 1000 GIFs added (100 %), 0 s left\u001b[K',
    '\r\u001b[K',
  ])
})

test('progress of an unknown number of GIFs shows their rate', () => {
  const { written, progress, at } = watch(false)
  at(5000)
  progress.show(20_000, null)
  assert.deepEqual(written, ['20000 GIFs added, 4000 per second\n'])
})
