import { writeSync } from 'node:fs'
import { systemCode } from '../system-code.ts'

/** The number and duration of waits for a slow reader. */
const patience = { tries: 10, pauseMs: 10 }

/**
 * Writes log lines to the file or pipe with this descriptor. Lines that cannot be written (a full disk, a pipe without
 * a reader) are dropped and counted; once lines can be written again, `describeLoss` returns a line with their number.
 * Never throws: the service matters more than its log.
 */
export class LogDestination {
  readonly #descriptor: number
  readonly #describeLoss: (lines: number) => string
  #lostLines = 0
  /** True if the last line was only partly written. */
  #isCut = false

  constructor(descriptor: number, describeLoss: (lines: number) => string) {
    this.#descriptor = descriptor
    this.#describeLoss = describeLoss
  }

  /** Writes one line, which ends with a newline. */
  write(line: string): void {
    if (this.#lostLines > 0) {
      const report = (this.#isCut ? '\n' : '') + this.#describeLoss(this.#lostLines)
      if (!this.#tryToWrite(report)) {
        this.#lostLines += 1
        return
      }
      this.#lostLines = 0
    }
    if (!this.#tryToWrite(line)) this.#lostLines += 1
  }

  #tryToWrite(text: string): boolean {
    const bytes = Buffer.from(text)
    // Waits only for the first lost line: after it the reader is known to be slow.
    let triesLeft = this.#lostLines === 0 ? patience.tries : 0
    for (let done = 0; done < bytes.length;) {
      try {
        done += writeSync(this.#descriptor, bytes, done)
        this.#isCut = done < bytes.length
      } catch (error) {
        if (systemCode(error) !== 'EAGAIN' || triesLeft === 0) return false
        triesLeft -= 1
        pause(patience.pauseMs)
      }
    }
    return true
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
