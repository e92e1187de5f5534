const bytesPerMegabyte = 2 ** 20

/** Converts a size to megabytes of 2^20 bytes, rounded to two decimals, for messages. */
export function inMegabytes(bytes: number): number {
  return Math.round((bytes / bytesPerMegabyte) * 100) / 100
}
