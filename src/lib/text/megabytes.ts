const bytesPerMegabyte = 2 ** 20

/** A size in megabytes of 2^20 bytes, as limits and sentences name it: at most two decimals. */
export function inMegabytes(bytes: number): number {
  return Math.round((bytes / bytesPerMegabyte) * 100) / 100
}
