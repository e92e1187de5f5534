/** Blends `over` onto `pixels` (RGBA, straight alpha), and returns `pixels`. */
export function blendFrames(pixels: Uint8Array, over: Uint8Array, opacity: number): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const below = (pixels[at + 3] ?? 0) * (1 - opacity)
    const above = (over[at + 3] ?? 0) * opacity
    const alpha = below + above
    pixels[at + 3] = Math.round(alpha)
    if (alpha === 0) continue
    for (let channel = at; channel < at + 3; channel += 1) {
      pixels[channel] = Math.round(((pixels[channel] ?? 0) * below + (over[channel] ?? 0) * above) / alpha)
    }
  }
  return pixels
}
