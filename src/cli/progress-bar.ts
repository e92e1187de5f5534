/** The part of standard error that progress needs. */
export type ProgressStream = { isTTY: boolean; write: (text: string) => boolean }

export type ProgressBar = { show: (done: number, of: number) => void; clear: () => void }

const width = 30
const everyMs = 100

/**
 * A bar that fills on a terminal, and nothing elsewhere. It is redrawn a few times per second, however often it is
 * updated.
 */
export function progressBar(stream: ProgressStream, what: string): ProgressBar {
  let drawnAt = -Infinity
  const isDrawn = () => drawnAt !== -Infinity
  return {
    show(done, of) {
      if (!stream.isTTY || of === 0 || performance.now() - drawnAt < everyMs) return
      drawnAt = performance.now()
      const filled = Math.floor((width * done) / of)
      stream.write(`\r${what} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done} of ${of}`)
    },
    clear() {
      if (isDrawn()) stream.write('\r\u001B[K')
    },
  }
}
