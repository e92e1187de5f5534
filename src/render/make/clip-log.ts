import { isFault } from '../decode/decoder-log.ts'

/** What ffmpeg tells of the video that it has opened, before the first frame of it. */
export type ClipFacts = {
  /** By ffmpeg's name for it. */
  codec: string
  hasAlpha: boolean
  isInterlaced: boolean
  /** Of the whole file; null where it does not say. */
  durationSeconds: number | null
  /** Macroblocks of a frame, 16 by 16 pixels; null where the size is not told. */
  blocks: number | null
}

const maxComplaints = 20
const maxFactLines = 2000
const fieldOrder = /\b(?:top|bottom) (?:coded )?first\b/
const alphaFormat = /, (?:rgba|bgra|argb|abgr|ya\d|yuva|gbrap|pal8)/

/**
 * Reads what ffmpeg says with `-v level+info`: it looks at the file anyway, so that no second program has to.
 * Lines are pushed as they come; `close` says that there are no more.
 */
export class ClipLog {
  readonly #facts = Promise.withResolvers<ClipFacts | undefined>()
  readonly #lines: string[] = []
  #isMapping = false
  #rest = ''
  /** Whether it reported that something could not be decoded, or not well. */
  reportsFaults = false
  /** What it complained of, in order. */
  readonly complaints: string[] = []

  /** Resolves when ffmpeg has said which stream it takes; undefined where it ended before. */
  get facts(): Promise<ClipFacts | undefined> {
    return this.#facts.promise
  }

  push(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#read(line)
  }

  close(): void {
    if (this.#rest !== '') this.#read(this.#rest)
    this.#facts.resolve(undefined)
  }

  #read(line: string): void {
    this.reportsFaults ||= isFault(line)
    const [, complaint] = /\[(?:error|fatal)\] (.*)/.exec(line) ?? []
    if (complaint !== undefined) {
      // A terminal is to take nothing in it for an order.
      if (this.complaints.length < maxComplaints) this.complaints.push(complaint.replaceAll(/\p{Cc}/gu, ' '))
      return
    }
    if (this.#isMapping) this.#facts.resolve(factsOf(this.#lines, line))
    this.#isMapping = line === '[info] Stream mapping:'
    if (this.#lines.length < maxFactLines) this.#lines.push(line)
  }
}

/** `mapping` names the stream that is taken: `Stream #0:1 -> #0:0 (h264 (native) -> pam (native))`. */
function factsOf(lines: string[], mapping: string): ClipFacts {
  const [, stream = '', codec = ''] = /Stream #0:(\d+) -> #0:0 \((\S+)/.exec(mapping) ?? []
  const first = lines.findIndex((line) => new RegExp(`^\\[info\\]   Stream #0:${stream}\\D`).test(line))
  const next = lines.findIndex(
    (line, index) => index > first && /^\[info\] {0,2}\S|^\[info\]   Stream/.test(line),
  )
  const said = lines.slice(first, next === -1 ? undefined : next)
  return {
    codec,
    hasAlpha:
      alphaFormat.test(said[0] ?? '') || said.some((line) => /^\[info\]\s+alpha_mode\s+: 1$/.test(line)),
    isInterlaced: fieldOrder.test(said[0] ?? ''),
    durationSeconds: readDuration(lines),
    blocks: readBlocks(said[0] ?? ''),
  }
}

function readBlocks(line: string): number | null {
  const [, width, height] = /, (\d{1,5})x(\d{1,5})\b/.exec(line) ?? []
  return width === undefined ? null : Math.ceil(Number(width) / 16) * Math.ceil(Number(height) / 16)
}

function readDuration(lines: string[]): number | null {
  const [, hours, minutes, seconds] =
    lines
      .map((line) => /^\[info\]   Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(line))
      .find((found) => found !== null) ?? []
  return seconds === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
