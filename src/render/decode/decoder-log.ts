/** Longer lines are cut: a file can make ffmpeg log any amount of text. */
const maxLineLength = 2000
const maxErrorLength = 8192

/** Reads the log of an ffmpeg run with `-v level+…`: keeps the beginning of its errors, and passes on every line. */
export class DecoderLog {
  readonly #onLine: ((line: string) => void) | undefined
  #rest = ''
  #errors = ''
  /** True if something could not be decoded, or only with faults. */
  reportsFaults = false

  constructor(onLine?: (line: string) => void) {
    this.#onLine = onLine
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, maxLineLength)
    for (const line of lines) this.#read(line.slice(0, maxLineLength))
  }

  /** The errors so far, without their level. */
  get errors(): string {
    return (this.#errors + errorIn(this.#rest)).trim()
  }

  #read(line: string): void {
    this.reportsFaults ||= isFault(line)
    if (this.#errors.length < maxErrorLength) {
      const error = errorIn(line)
      if (error !== '') this.#errors = `${this.#errors}${error}\n`.slice(0, maxErrorLength)
    }
    this.#onLine?.(line)
  }
}

/** Returns true if a line reports a fault: an error, or a frame that the decoder itself calls corrupt. */
export function isFault(line: string): boolean {
  return /\[(?:error|fatal|panic)\]|corrupt decoded frame/.test(line)
}

/** Returns an error without its level; text without a level comes from the program that wraps ffmpeg. */
function errorIn(line: string): string {
  const [level] = /\[(?:quiet|panic|fatal|error|warning|info|verbose|debug|trace)\] /.exec(line) ?? []
  if (level === undefined) return line
  return /fatal|error|panic/.test(level) ? line.replace(level, '') : ''
}
