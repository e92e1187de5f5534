import sharp from 'sharp'

const size = 60

/** A PNG with a transparent background, and a WebP of three frames of 200 ms each: red, green, blue. */
export async function drawStickers(): Promise<Uint8Array[]> {
  const png = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><circle cx="30" cy="30" r="28" fill="#f00"/>
      <rect x="40" y="10" width="36" height="40" fill="#00f" opacity="0.5"/></svg>`,
    ),
  )
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
