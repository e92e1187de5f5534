import type { IncomingMessage } from 'node:http'
import { type BodyPace, PaceWatch } from './min-data-rate.ts'

/**
 * Hands the body to `take` piece by piece, each when the one before is done with; the pieces may be changed and must
 * not be kept. Rejects with what `take` throws, with AppError too_slow, or when the connection ends before the body;
 * the request is left paused, not destroyed, so that it can still be answered.
 */
export async function readPieces(
  request: IncomingMessage,
  take: (piece: Buffer) => Promise<void>,
  pace: BodyPace,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let taken = Promise.resolve()
  const watch = new PaceWatch(pace, reject)
  // Not `for await`: an iterator joins the pieces that have gathered, which costs a copy of each.
  const onData = (piece: Buffer) => {
    request.pause()
    watch.came(piece.length)
    taken = takeOne(piece)
    taken.catch(reject)
  }
  const takeOne = async (piece: Buffer) => {
    await take(piece)
    release(piece)
    watch.wait()
    request.resume()
  }
  const onEnd = () => resolve(taken)
  const onCut = () => reject(new Error('the connection ended before the body did'))
  request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut)
  watch.wait()
  try {
    await promise
  } finally {
    watch.end()
    request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut).pause()
    await Promise.allSettled([taken])
    watch.end()
  }
}

/**
 * Gives the memory of a piece back now. The collector would let tens of megabytes of pieces gather first: it sees
 * small objects, not what they hold. A piece that shares its memory with others is left alone.
 */
function release(piece: Buffer): void {
  const memory = piece.buffer
  if (memory instanceof ArrayBuffer && memory.byteLength === piece.byteLength) memory.transfer(0)
}
