import { execFileSync } from 'node:child_process'

const maxDecodedBytes = 2 ** 31 - 1
const ticksPerSecond = 100

/** A GIF as ffmpeg plays it. */
export type DecodedGif = {
  width: number
  height: number
  /** The pictures as shown, RGBA. */
  pictures: Uint8Array[]
  /** The time at which each is shown first; ascending. */
  startSeconds: number[]
}

/** Decodes a GIF by ffmpeg, with the time of each of its pictures. */
export function decodeGif(path: string): DecodedGif {
  const { streams, packets } = JSON.parse(
    execFileSync(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=width,height:packet=pts', '-of', 'json', path],
      { encoding: 'utf8', maxBuffer: maxDecodedBytes },
    ),
  ) as { streams: { width: number; height: number }[]; packets: { pts: number }[] }
  const { width, height } = streams[0]!
  const rgba = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    { maxBuffer: maxDecodedBytes },
  )
  const size = width * height * 4
  if (rgba.length !== packets.length * size)
    throw new Error(`${path}: ${rgba.length / size} pictures for ${packets.length} times`)
  return {
    width,
    height,
    pictures: packets.map((_, index) => rgba.subarray(index * size, (index + 1) * size)),
    startSeconds: packets.map(({ pts }) => pts / ticksPerSecond),
  }
}

/** The picture shown at a time; the last one stays. */
export function pictureAt({ pictures, startSeconds }: DecodedGif, seconds: number): Uint8Array {
  const shown = startSeconds.findLastIndex((start) => start <= seconds)
  return pictures[Math.max(shown, 0)]!
}
