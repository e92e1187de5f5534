import type { Frame } from './pam.ts'
import { drawWatermark, type Mark } from '../process/watermark.ts'

/** The same frames with a watermark on each. */
export async function* markFrames(frames: AsyncIterable<Frame>, text: string): AsyncGenerator<Frame> {
  let mark: Mark | null | undefined
  for await (const frame of frames) {
    if (mark === undefined) mark = await drawWatermark(text, frame)
    if (mark !== null) putOn(frame, mark)
    yield frame
  }
}

function putOn({ width, pixels }: Frame, mark: Mark): void {
  for (let row = 0; row < mark.height; row += 1) {
    let from = row * mark.width * 4
    let to = ((mark.y + row) * width + mark.x) * 4
    for (const end = from + mark.width * 4; from < end; from += 4, to += 4) {
      const above = (mark.pixels[from + 3] ?? 0) / 255
      if (above === 0) continue
      const below = ((pixels[to + 3] ?? 0) / 255) * (1 - above)
      const alpha = above + below
      for (let channel = 0; channel < 3; channel += 1) {
        const colour = (mark.pixels[from + channel] ?? 0) * above + (pixels[to + channel] ?? 0) * below
        pixels[to + channel] = Math.round(colour / alpha)
      }
      pixels[to + 3] = Math.round(alpha * 255)
    }
  }
}
