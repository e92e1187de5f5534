import type { OnFrame } from '../decode/frame-stream.ts'

/**
 * Yields the frames that `run` passes to its callback, one at a time and each in a new buffer: the callback waits until
 * the frame before has been taken. Throws what `run` throws; if the consumer stops, the callback throws, so that `run`
 * ends.
 */
export async function* pullFrames(
  run: (onFrame: OnFrame) => Promise<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isWanted = true
  /** The next frame, or null at the end. */
  let next = Promise.withResolvers<Uint8Array | null>()
  let taken = Promise.withResolvers<void>()
  taken.resolve()
  const hand = async (give: () => void) => {
    await taken.promise
    if (!isWanted) throw new Error('nobody takes the frames any more')
    taken = Promise.withResolvers()
    give()
  }
  const running = run((frame) => hand(() => next.resolve(frame.slice()))).then(
    () => hand(() => next.resolve(null)),
    (error: unknown) => hand(() => next.reject(error)),
  )
  // The error is thrown below, or nobody is waiting any more.
  const ended = running.catch(() => undefined)
  try {
    for (;;) {
      const frame = await next.promise
      if (frame === null) return
      next = Promise.withResolvers()
      taken.resolve()
      yield frame
    }
  } finally {
    isWanted = false
    taken.resolve()
    await ended
  }
}
