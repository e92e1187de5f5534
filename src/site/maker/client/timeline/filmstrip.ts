/** How wide a frame of the strip is about, in CSS pixels. */
const frameWidth = 80

const maxFrames = 16

/**
 * Draws frames of a video side by side onto a canvas, from `from` to `to` seconds. One frame after the other, each
 * when the browser has time, so that the page stays smooth; a newer call ends an older one.
 */
export class Filmstrip {
  readonly #canvas: HTMLCanvasElement
  readonly #video = document.createElement('video')
  #turn = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.#video.muted = true
    this.#video.preload = 'auto'
    this.#video.playsInline = true
  }

  /** The video to draw from; none at all when the address is empty. */
  load(address: string): void {
    this.#turn += 1
    this.#clear()
    if (address === '') this.#video.removeAttribute('src')
    else this.#video.src = address
    this.#video.load()
  }

  async draw(from: number, to: number): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    const { width, height } = this.#fit()
    const count = Math.max(4, Math.min(maxFrames, Math.round(width / frameWidth)))
    const step = width / count
    for (let index = 0; index < count; index++) {
      const moment = from + ((index + 0.5) / count) * (to - from)
      if (!(await this.#seek(moment)) || turn !== this.#turn) return
      this.#drawFrame({ left: index * step, width: step, height })
      await idle()
      if (turn !== this.#turn) return
    }
  }

  #fit(): { width: number; height: number } {
    const scale = Math.min(2, devicePixelRatio)
    const { clientWidth, clientHeight } = this.#canvas
    const width = Math.round(clientWidth * scale)
    const height = Math.round(clientHeight * scale)
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width
      this.#canvas.height = height
    }
    return { width: clientWidth, height }
  }

  #clear(): void {
    this.#canvas.getContext('2d')?.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
  }

  /** Covers its place with the middle of the frame. */
  #drawFrame({ left, width, height }: { left: number; width: number; height: number }): void {
    const { videoWidth, videoHeight } = this.#video
    const unit = this.#canvas.width / Math.max(1, this.#canvas.clientWidth)
    const place = { left: left * unit, width: width * unit }
    const scale = Math.max(place.width / videoWidth, height / videoHeight)
    const taken = { width: place.width / scale, height: height / scale }
    this.#canvas
      .getContext('2d')
      ?.drawImage(
        this.#video,
        (videoWidth - taken.width) / 2,
        (videoHeight - taken.height) / 2,
        taken.width,
        taken.height,
        place.left,
        0,
        place.width,
        height,
      )
  }

  /** False where the browser cannot show that moment. */
  #seek(moment: number): Promise<boolean> {
    const video = this.#video
    return new Promise((resolve) => {
      const done = (worked: boolean) => {
        video.removeEventListener('seeked', seeked)
        video.removeEventListener('error', failed)
        video.removeEventListener('emptied', failed)
        resolve(worked && video.videoWidth > 0)
      }
      const seeked = () => done(true)
      const failed = () => done(false)
      video.addEventListener('seeked', seeked)
      video.addEventListener('error', failed)
      video.addEventListener('emptied', failed)
      video.currentTime = moment
    })
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 200 })
    else setTimeout(resolve, 16)
  })
}
