import { plainText } from './plain-text.ts'
import { progressBar, type ProgressStream } from './progress-bar.ts'

export type MakeProgress = {
  fetched: (fraction: number) => void
  /** Reports that all frames are read before the first is encoded. */
  read: (done: number, of: number | null) => void
  frames: (done: number, of: number | null) => void
  /** Shows a permanent line. */
  notify: (sentence: string) => void
  /** Removes the progress bar. */
  clear: () => void
}

/** Milliseconds between lines without a terminal. */
const everyMs = 5000

/** Shows progress: a bar on a terminal, a few plain lines elsewhere, nothing if `isQuiet`. */
export function makeProgress(stream: ProgressStream, isQuiet: boolean, name: string): MakeProgress {
  if (isQuiet)
    return { fetched: () => {}, read: () => {}, frames: () => {}, notify: () => {}, clear: () => {} }
  return stream.isTTY ? bars(stream, plainText(name)) : lines(stream, plainText(name))
}

function bars(stream: ProgressStream, name: string): MakeProgress {
  const fetching = progressBar(stream, 'Fetching, %')
  const reading = progressBar(stream, 'Reading')
  const making = progressBar(stream, name)
  const clear = () => [fetching, reading, making].forEach((bar) => bar.clear())
  return {
    fetched: (fraction) => fetching.show(Math.round(fraction * 100), 100),
    read: (done, of) => reading.show(done, guess(done, of)),
    frames: (done, of) => making.show(done, guess(done, of)),
    notify: (sentence) => {
      clear()
      stream.write(`${plainText(sentence)}\n`)
    },
    clear,
  }
}

/** If the total is unknown, assumes that half is done. */
function guess(done: number, of: number | null): number {
  return Math.max(done, of ?? 2 * done)
}

function lines(stream: ProgressStream, name: string): MakeProgress {
  let notifiedAt = -Infinity
  const notify = (sentence: string) => {
    notifiedAt = performance.now()
    stream.write(`${plainText(sentence)}\n`)
  }
  const notifySometimes = (sentence: string) => {
    if (performance.now() - notifiedAt >= everyMs) notify(sentence)
  }
  let isMaking = false
  const about = (done: number, of: number | null) => (of === null ? '' : ` of about ${guess(done, of)}`)
  return {
    fetched: (fraction) => notifySometimes(`Fetching: ${Math.round(fraction * 100)} %`),
    read: (done, of) => notifySometimes(`Reading frame ${done}${about(done, of)}`),
    frames: (done, of) => {
      if (!isMaking) notify(`Making ${name}${of === null ? '' : `, about ${of} frames`}`)
      else notifySometimes(`Frame ${done}${about(done, of)}`)
      isMaking = true
    },
    notify,
    clear: () => {},
  }
}
