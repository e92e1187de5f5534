/** The differences of frames from exact ones, in levels of 255, for visible pixels. */
export type ColorErrors = {
  /** The mean error of red, green, blue and alpha, with its sign. */
  signed: number[]
  /** The mean of the errors without their signs, over all channels. */
  absolute: number
}

/** Compares frames (RGBA) with exact ones; only in an area if one is given. Colors count if alpha is at least half. */
export function colorErrors(
  frames: readonly ArrayLike<number>[],
  exact: readonly Float64Array[],
  isCompared: (pixel: number) => boolean = () => true,
): ColorErrors {
  if (frames.length !== exact.length) throw new Error(`${frames.length} frames, not ${exact.length}`)
  const sums = [0, 0, 0, 0]
  let [absolute, colors, pixels] = [0, 0, 0]
  for (const [number, frame] of frames.entries()) {
    const expected = exact[number]!
    if (frame.length !== expected.length) throw new Error(`${frame.length} bytes, not ${expected.length}`)
    for (let at = 0; at < frame.length; at += 4) {
      if (!isCompared(at / 4)) continue
      pixels += 1
      sums[3]! += frame[at + 3]! - expected[at + 3]!
      if (expected[at + 3]! < 128) continue
      colors += 1
      for (let channel = 0; channel < 3; channel += 1) {
        const error = frame[at + channel]! - expected[at + channel]!
        sums[channel]! += error
        absolute += Math.abs(error)
      }
    }
  }
  const signed = sums.map((sum, channel) => sum / (channel === 3 ? pixels : colors || 1))
  return { signed, absolute: absolute / (colors * 3 || 1) }
}
