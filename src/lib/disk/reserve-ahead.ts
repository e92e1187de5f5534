const stepBytes = 4 * 2 ** 20

/** A reservation that does nothing, for files that need none. */
export const withoutReservation = (): Promise<void> => Promise.resolve()

/**
 * Reserves space in steps, ahead of writing. Returns a function to call with the length that the file is about to
 * reach.
 */
export function reserveAhead(reserve: (bytes: number) => Promise<void>): (length: number) => Promise<void> {
  let reservedBytes = 0
  return async (length) => {
    if (length <= reservedBytes) return
    const bytes = Math.ceil((length - reservedBytes) / stepBytes) * stepBytes
    reservedBytes += bytes
    await reserve(bytes)
  }
}
