/** How long a video may take to show a frame, in milliseconds. */
const maxSeekMs = 8000

/** Frames of a video that only an element can decode, one after the other. */
export class SeekFrames {
  readonly #video = document.createElement('video')
  readonly #closed = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()

  /** Rejects where the browser cannot play it. */
  async open(file: Blob | string): Promise<{ width: number; height: number; durationSeconds: number }> {
    const video = this.#video
    const address = typeof file === 'string' ? file : URL.createObjectURL(file)
    if (typeof file !== 'string')
      this.#closed.signal.addEventListener('abort', () => URL.revokeObjectURL(address))
    video.muted = true
    video.preload = 'auto'
    video.src = address
    await happens(video, 'loadeddata', this.#closed.signal)
    if (video.videoWidth === 0 || !Number.isFinite(video.duration)) throw new Error('no picture to seek')
    return { width: video.videoWidth, height: video.videoHeight, durationSeconds: video.duration }
  }

  /** The frame on screen at a moment. Rejects where it does not come, and once this is closed. */
  frameAt(seconds: number): Promise<ImageBitmap> {
    const frame = this.#turn.then(() => this.#seek(seconds))
    this.#turn = frame.catch(() => undefined)
    return frame
  }

  close(): void {
    this.#closed.abort()
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  async #seek(seconds: number): Promise<ImageBitmap> {
    this.#closed.signal.throwIfAborted()
    const video = this.#video
    const at = Math.min(seconds, Math.max(0, video.duration - 0.01))
    if (video.currentTime !== at) {
      const seeked = happens(video, 'seeked', this.#closed.signal)
      video.currentTime = at
      await seeked
    }
    return createImageBitmap(video)
  }
}

function happens(video: HTMLVideoElement, name: 'loadeddata' | 'seeked', closed: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const { signal } = ended
    const timer = setTimeout(() => fail(), maxSeekMs)
    const finish = (then: () => void) => {
      clearTimeout(timer)
      ended.abort()
      then()
    }
    const fail = () => finish(() => reject(new Error(`the video gave no ${name}`)))
    video.addEventListener(name, () => finish(resolve), { signal })
    video.addEventListener('error', fail, { signal })
    closed.addEventListener('abort', fail, { signal })
  })
}
