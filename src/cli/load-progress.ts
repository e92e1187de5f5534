import type { ProgressStream } from './progress-bar.ts'

/** Returns the end of the line. */
export type LoadProgress = {
  show: (added: number, expected: number | null, more?: string) => void
  clear: () => void
}

/** Milliseconds between lines without a terminal. */
const lineEveryMs = 5000

/** Milliseconds between updates of the line on a terminal. */
const redrawEveryMs = 200

/**
 * Shows the number of added GIFs, or of whatever `verb` describes, and the remaining time: as one changing line on a
 * terminal, as occasional lines elsewhere.
 */
export function loadProgress(
  stream: ProgressStream,
  { now = () => performance.now(), verb = 'added' }: { now?: () => number; verb?: string } = {},
): LoadProgress {
  const startedAt = now()
  const everyMs = stream.isTTY ? redrawEveryMs : lineEveryMs
  let shownAt = startedAt
  let isDrawn = false
  return {
    show(added, expected, more) {
      const time = now()
      if (time - shownAt < everyMs) return
      shownAt = time
      isDrawn = true
      const told = describe(added, expected, { seconds: (time - startedAt) / 1000, verb })
      const sentence = more === undefined ? told : `${told}, ${more}`
      stream.write(stream.isTTY ? `\r${sentence}\u001B[K` : `${sentence}\n`)
    },
    clear() {
      if (stream.isTTY && isDrawn) stream.write('\r\u001B[K')
    },
  }
}

function describe(
  added: number,
  expected: number | null,
  { seconds, verb }: { seconds: number; verb: string },
): string {
  const perSecond = added / seconds
  if (expected === null) return `${added} GIFs ${verb}, ${Math.round(perSecond)} per second`
  const percent = Math.floor((100 * added) / Math.max(1, expected))
  const sofar = `${added} of ${expected} GIFs ${verb} (${percent} %)`
  if (added === 0) return sofar
  return `${sofar}, ${humanizeSeconds(Math.max(0, expected - added) / perSecond)} left`
}

function humanizeSeconds(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
