import sharp from 'sharp'

const size = 60

/** A PNG with a transparent background, and a WebP of three frames of 200 ms each: red, green, blue. */
export async function drawStickers(): Promise<Uint8Array[]> {
  // A red disc on the left, and a blue half-transparent box on the right.
  const disc = Buffer.concat(
    Array.from({ length: 80 * size }, (_, place) => {
      const [x, y] = [place % 80, Math.floor(place / 80)]
      if (Math.hypot(x - 30, y - 30) < 28) return Buffer.of(255, 0, 0, 255)
      return Buffer.of(0, 0, 255, x >= 40 && x < 76 && y >= 10 && y < 50 ? 128 : 0)
    }),
  )
  const png = await sharp(disc, { raw: { width: 80, height: size, channels: 4 } })
    .png()
    .toBuffer()
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ]
  const frames = Buffer.concat(colors.map((color) => Buffer.alloc(size * size * 3, Buffer.from(color))))
  const webp = await sharp(frames, { raw: { width: size, height: size * 3, channels: 3, pageHeight: size } })
    .webp({ delay: [200, 200, 200], loop: 0, lossless: true })
    .toBuffer()
  return [png, webp]
}
