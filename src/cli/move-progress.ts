import { inMegabytes } from '../lib/text/megabytes.ts'
import type { MoveProgress } from '../ops/move/move.ts'
import type { ProgressStream } from './progress-bar.ts'

const width = 30

/** Milliseconds between updates of the bar on a terminal, and between lines elsewhere. */
const redrawEveryMs = 200
const lineEveryMs = 5000

const words = {
  rows: ['Copying', 'rows'],
  changes: ['Catching up', 'changes'],
  comparing: ['Comparing', 'rows'],
  files: ['Copying', 'files'],
} as const

/** Shows a bar with the remaining time for each step of a move, or occasional lines without a terminal. */
export function moveProgress(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): { show: MoveProgress; clear: () => void } {
  const everyMs = stream.isTTY ? redrawEveryMs : lineEveryMs
  let begun: { step: string; at: number; done: number } | undefined
  let shownAt = -Infinity
  let isDrawn = false
  return {
    show(step, done, of, bytes) {
      const time = now()
      if (begun?.step !== step) begun = { step, at: time, done: bytes?.done ?? done }
      if (time - shownAt < everyMs) return
      shownAt = time
      isDrawn = true
      const [verb, noun] = words[step]
      const size = bytes === undefined ? '' : `, ${inMegabytes(bytes.done)} of ${inMegabytes(bytes.of)} MB`
      const fraction = bytes === undefined || bytes.of === 0 ? done / Math.max(1, of) : bytes.done / bytes.of
      const left = timeLeft(bytes ?? { done, of }, { sinceMs: time - begun.at, doneBefore: begun.done })
      const sentence = `${done} of ${of} ${noun}${size}${left}`
      const filled = Math.floor(width * Math.min(1, fraction))
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`
      stream.write(stream.isTTY ? `\r${verb} ${bar} ${sentence}\u001B[K` : `${verb} ${sentence}\n`)
    },
    clear() {
      if (stream.isTTY && isDrawn) stream.write('\r\u001B[K')
    },
  }
}

/** The estimate uses the speed since the step began in this run. */
function timeLeft(
  { done, of }: { done: number; of: number },
  { sinceMs, doneBefore }: { sinceMs: number; doneBefore: number },
): string {
  const perMs = (done - doneBefore) / sinceMs
  if (!(perMs > 0)) return ''
  const seconds = Math.ceil((of - done) / perMs / 1000)
  return seconds < 60 ? `, ${seconds} s left` : `, ${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}
