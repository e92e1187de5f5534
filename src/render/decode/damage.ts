/** The number of decoded frames of a clip, and of those that were decoded with damage. */
export type Damage = {
  frames: number
  damagedFrames: number
  /** The time stamp of the first damaged one. */
  firstStamp: number | null
}

/** The clip to examine, in the time stamps of the log, in seconds. */
export type DamageWindow = {
  fromStamp: number
  toStamp: number
  /** True if decoding began at a key frame before the clip, rather than at the beginning of the file. */
  isSought: boolean
  /** Macroblocks of a frame, 16 by 16 pixels; null if unknown. */
  blocks: number | null
}

/** A frame that is on screen at the start may begin this much later, because people round. */
const startToleranceSeconds = 0.002

/** Additional arguments that make ffmpeg's log readable here: a line for every decoded frame. */
export const damageLogArgs = ['-debug_ts']
export const damageLogLevel = 'repeat+level+info'

/** With more threads, ffmpeg outputs some frames before it knows that they are damaged. */
export const damageThreads = 1

/** Matches reports that a frame was made from missing references or noise, or was partly concealed. */
const badFrame =
  /corrupt decoded frame|Could not find ref with POC|[Mm]issing reference picture|reference picture missing|first frame is no keyframe|\] error (?:y=|dc)/

/** Matches reports that a packet gave no frame, as worded by ffmpeg 5 and 6, by 7, and by 7 at its end. */
const lostFrame =
  /\[error\] (?:Error while decoding stream|Error submitting packet to decoder|Decoding error)/

/**
 * Counts the damaged frames of a clip by the lines of ffmpeg's log. Only messages between two frames belong to the
 * second of them: messages of decoders name no frame.
 *
 * Frames predicted from a damaged frame do not count as damaged: missing parts are copied from the frame before, which
 * is often hardly visible. The first frame has none before it. If it is not a key frame, or most of it is concealed,
 * everything up to the next key frame counts as damaged.
 */
export class DamageCount {
  readonly #window: DamageWindow
  #isBad = false
  #lost = 0
  #concealedBlocks = 0
  #carriesOn = false
  #isFirst = true
  #firstStamp: number | null = null
  #frames = 0
  #damaged = 0
  /** The frame on screen at the start of the clip, and its state. */
  #opening: { isDamaged: boolean } | null = null
  #first: number | null = null
  #last: number | null = null

  constructor(window: DamageWindow) {
    this.#window = window
  }

  readLine(line: string): void {
    const stamp = readStamp(line)
    if (stamp !== null) return this.#addFrame(stamp, line.includes('keyframe:1'))
    if (lostFrame.test(line)) this.#lost += 1
    else if (badFrame.test(line)) this.#isBad = true
    else this.#concealedBlocks += concealedInKeyFrame(line)
  }

  /** The result, available when the log has ended. */
  get damage(): Damage {
    const { fromStamp, isSought } = this.#window
    const missing = isSought && this.#opening === null ? this.#missingAtStart() : 0
    const opening = this.#opening === null ? 0 : 1
    const openingDamaged = this.#opening?.isDamaged === true ? 1 : 0
    const damagedFrames = this.#damaged + openingDamaged + missing + this.#lost
    const isFromStart = missing + openingDamaged > 0
    return {
      frames: this.#frames + opening + missing + this.#lost,
      damagedFrames,
      firstStamp:
        damagedFrames === 0 ? null : isFromStart ? fromStamp : (this.#first ?? this.#last ?? fromStamp),
    }
  }

  #addFrame(stamp: number, isKey: boolean): void {
    const { fromStamp, toStamp, blocks } = this.#window
    if (this.#isFirst) {
      const isMadeUp = !isKey || (blocks !== null && this.#concealedBlocks * 2 >= blocks)
      this.#carriesOn = this.#isBad && isMadeUp
    } else if (isKey) this.#carriesOn = false
    const isDamaged = this.#isBad || this.#carriesOn
    const lost = this.#lost
    this.#isFirst = false
    this.#isBad = false
    this.#lost = 0
    if (stamp <= fromStamp + startToleranceSeconds) {
      this.#opening = { isDamaged }
      return
    }
    if (stamp >= toStamp) return
    this.#firstStamp ??= stamp
    this.#last = stamp
    this.#frames += 1 + lost
    this.#damaged += lost + (isDamaged ? 1 : 0)
    if (isDamaged || lost > 0) this.#first ??= stamp
  }

  /** After a seek the decoder may output nothing until a key frame; returns about how many frames are missing. */
  #missingAtStart(): number {
    const first = this.#firstStamp
    if (first === null || this.#last === null || this.#frames < 2) return 1
    const perSecond = (this.#frames - 1) / Math.max(this.#last - first, 0.001)
    return Math.max(1, Math.round((first - this.#window.fromStamp) * perSecond))
  }
}

/** Returns the time stamp, in seconds, of the frame whose decoding a line reports; null for every other line. */
function readStamp(line: string): number | null {
  if (!line.includes('decoder -> ')) return null
  const [, ticks] = / (?:best_effort_ts|pts):(-?\d+)/.exec(line) ?? []
  const [, over, under] = / time_base:(\d+)\/(\d+)/.exec(line) ?? []
  return ticks === undefined || over === undefined ? null : (Number(ticks) * Number(over)) / Number(under)
}

function concealedInKeyFrame(line: string): number {
  const [, blocks] = /concealing (\d+) DC, .* in I frame/.exec(line) ?? []
  return Number(blocks ?? 0)
}
