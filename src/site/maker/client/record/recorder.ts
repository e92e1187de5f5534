/** The containers that a recording may be in, the best one first: what the browser can write, and the maker can show. */
const types = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4']

/** Enough for text on a screen to stay sharp. */
const bitsPerSecond = 8_000_000

/** How often what was recorded is collected, and so how exactly the limits hold. */
const collectMs = 500

export type RecordingLimits = { maxSeconds: number; maxBytes: number }

export type RecordingEvents = {
  /** The seconds that were recorded so far. */
  elapsed: (seconds: number) => void
  /** The recording has ended: it was stopped, is as long or as large as it may be, or cannot go on. */
  done: (recording: Blob) => void
}

/** Records a stream into memory until it is stopped. Nothing leaves the machine. */
export class Recorder {
  readonly #recorder: MediaRecorder
  readonly #events: RecordingEvents
  readonly #limits: RecordingLimits
  readonly #parts: Blob[] = []
  #startedAt = 0
  #timer = 0

  /** Throws where the browser cannot record. */
  constructor(stream: MediaStream, limits: RecordingLimits, events: RecordingEvents) {
    const type = types.find((type) => MediaRecorder.isTypeSupported(type))
    this.#limits = limits
    this.#events = events
    this.#recorder = new MediaRecorder(stream, {
      videoBitsPerSecond: bitsPerSecond,
      ...(type !== undefined && { mimeType: type }),
    })
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#collect(data))
    this.#recorder.addEventListener('stop', () => this.#finish(), { once: true })
  }

  start(): void {
    this.#startedAt = performance.now()
    this.#recorder.start(collectMs)
    this.#timer = setInterval(() => this.#measure(), 200)
    this.#measure()
  }

  stop(): void {
    clearInterval(this.#timer)
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
  }

  #measure(): void {
    const seconds = (performance.now() - this.#startedAt) / 1000
    this.#events.elapsed(Math.min(seconds, this.#limits.maxSeconds))
    if (seconds >= this.#limits.maxSeconds) this.stop()
  }

  #collect(data: Blob): void {
    this.#parts.push(data)
    const bytes = this.#parts.reduce((sum, { size }) => sum + size, 0)
    // The next part must still fit.
    if (bytes + (bitsPerSecond / 8) * (collectMs / 1000) * 2 > this.#limits.maxBytes) this.stop()
  }

  #finish(): void {
    clearInterval(this.#timer)
    const [type = 'video/webm'] = this.#recorder.mimeType.split(';')
    this.#events.done(new Blob(this.#parts, { type }))
  }
}
