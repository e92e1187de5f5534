/** Frames that the page draws for the worker, which has no elements. */
export class PageFrames {
  readonly #send: (request: number, seconds: number) => void
  readonly #open = new Map<
    number,
    { resolve: (frame: ImageBitmap) => void; reject: (error: Error) => void }
  >()
  #next = 0

  constructor(send: (request: number, seconds: number) => void) {
    this.#send = send
  }

  /** The frame on screen at a moment. Rejects where the page cannot draw it. */
  ask(seconds: number): Promise<ImageBitmap> {
    const request = ++this.#next
    return new Promise((resolve, reject) => {
      this.#open.set(request, { resolve, reject })
      this.#send(request, seconds)
    })
  }

  take(request: number, frame: ImageBitmap | null): void {
    const open = this.#open.get(request)
    this.#open.delete(request)
    if (frame === null) open?.reject(new Error('the page drew no frame'))
    else open?.resolve(frame)
  }
}
