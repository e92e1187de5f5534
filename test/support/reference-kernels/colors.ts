/** Red, green and blue. */
export type Channels = readonly [red: number, green: number, blue: number]

/** The channels of a color of 24 bits, red lowest, or of a pixel. */
export function channelsOf(color: number): Channels {
  return [color & 255, (color >> 8) & 255, (color >> 16) & 255]
}

/** Three channels of 0 to 255 as a color of 24 bits; fractions are cut off. */
export function packColor([red, green, blue]: Channels): number {
  return Math.trunc(red) | (Math.trunc(green) << 8) | (Math.trunc(blue) << 16)
}

/** The differences of the channels, the first minus the second. */
export function difference(one: Channels, other: Channels): Channels {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
}

/** The products of the channels, summed. */
export function dotProduct(one: Channels, other: Channels): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

/** The squares of the channels' differences, summed. */
export function squaredDistance(one: Channels, other: Channels): number {
  const between = difference(one, other)
  return dotProduct(between, between)
}

/** Returns true if a channel of two pixels, including alpha, differs by more than the limit. */
export function exceeds(one: number, other: number, limit: number): boolean {
  for (const shift of [0, 8, 16, 24]) {
    if (Math.abs(((one >>> shift) & 255) - ((other >>> shift) & 255)) > limit) return true
  }
  return false
}
