import type { WriteStream } from 'node:tty'
import { plainText } from './plain-text.ts'
import { progressBar } from './progress-bar.ts'

export type MakeProgress = {
  fetched: (fraction: number) => void
  /** Where all frames are read before the first is encoded. */
  read: (done: number, of: number | null) => void
  frames: (done: number, of: number | null) => void
  /** A sentence that stays. */
  tell: (sentence: string) => void
  /** Takes what is drawn away. */
  clear: () => void
}

/** Between two lines where there is no terminal. */
const everyMs = 5000

/** What is told while a GIF is made: a bar on a terminal, a few plain lines elsewhere; nothing where `isQuiet`. */
export function makeProgress(
  stream: Pick<WriteStream, 'isTTY' | 'write'>,
  isQuiet: boolean,
  name: string,
): MakeProgress {
  if (isQuiet) return { fetched: () => {}, read: () => {}, frames: () => {}, tell: () => {}, clear: () => {} }
  return stream.isTTY ? bars(stream, plainText(name)) : lines(stream, plainText(name))
}

function bars(stream: Pick<WriteStream, 'isTTY' | 'write'>, name: string): MakeProgress {
  const fetching = progressBar(stream, 'Fetching, %')
  const reading = progressBar(stream, 'Reading')
  const making = progressBar(stream, name)
  const clear = () => [fetching, reading, making].forEach((bar) => bar.clear())
  return {
    fetched: (fraction) => fetching.show(Math.round(fraction * 100), 100),
    read: (done, of) => reading.show(done, guess(done, of)),
    frames: (done, of) => making.show(done, guess(done, of)),
    tell: (sentence) => {
      clear()
      stream.write(`${plainText(sentence)}\n`)
    },
    clear,
  }
}

/** Where nobody knows how many there will be, what is left is as much as is done. */
function guess(done: number, of: number | null): number {
  return Math.max(done, of ?? 2 * done)
}

function lines(stream: Pick<WriteStream, 'write'>, name: string): MakeProgress {
  let toldAt = -Infinity
  const tell = (sentence: string) => {
    toldAt = performance.now()
    stream.write(`${plainText(sentence)}\n`)
  }
  const tellNow = (sentence: string) => {
    if (performance.now() - toldAt >= everyMs) tell(sentence)
  }
  let isMaking = false
  const about = (done: number, of: number | null) => (of === null ? '' : ` of about ${guess(done, of)}`)
  return {
    fetched: (fraction) => tellNow(`Fetching: ${Math.round(fraction * 100)} %`),
    read: (done, of) => tellNow(`Reading frame ${done}${about(done, of)}`),
    frames: (done, of) => {
      if (!isMaking) tell(`Making ${name}${of === null ? '' : `, about ${of} frames`}`)
      else tellNow(`Frame ${done}${about(done, of)}`)
      isMaking = true
    },
    tell,
    clear: () => {},
  }
}
