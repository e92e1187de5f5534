import { type Ratio, readRatio, valueOf } from './ratio.ts'

/**
 * Codecs whose every frame is a picture file, by ffmpeg's names: ffmpeg mistakes the density of a picture for the shape
 * of its pixels.
 */
const pictureCodecs = new Set(['mjpeg', 'png', 'apng', 'gif', 'tiff', 'webp'])

/** The answer of ffprobe to `densityQuestions`. */
type Answer = { streams?: { sample_aspect_ratio?: string }[]; packets?: { data?: string }[] }

/** Returns true if the pixel shape that ffprobe reports may come from the density of a picture. */
export function mayBeDensity(codec: string, aspect: Ratio | null): boolean {
  return pictureCodecs.has(codec) && aspect !== null && valueOf(aspect) !== 1
}

/** Returns the questions for ffprobe: the pixel shape of the container itself, and the first picture, undecoded. */
export function densityQuestions(stream: string): string[] {
  return [
    ...['-nofind_stream_info', '-show_data', '-select_streams', stream, '-read_intervals', '%+#1'],
    ...['-show_entries', 'stream=sample_aspect_ratio:packet=data'],
  ]
}

/**
 * Returns the pixel shape of a video whose frames are pictures: that of its container, unless it is a copy of the
 * pictures' density, which programs make that pack pictures into videos. A density never changes the shape.
 */
export function aspectOfContainer({ streams = [], packets = [] }: Answer): Ratio | null {
  const own = readRatio(streams[0]?.sample_aspect_ratio)
  const density = densityOf(readDump(packets[0]?.data ?? ''))
  const isCopy = own !== null && density !== null && own.over * density.under === own.under * density.over
  return isCopy ? null : own
}

/** Reads the beginning of the bytes that ffprobe dumps, 16 per line, as hexadecimal numbers. */
function readDump(text: string): Buffer {
  const lines = text
    .split('\n', 64)
    .map((line) => /^[0-9a-f]{8}: ((?:[0-9a-f]{2,4} )+)/.exec(line)?.[1] ?? '')
  return Buffer.from(lines.join('').replaceAll(' ', ''), 'hex')
}

/** Returns the density of a JPEG (JFIF 1.02) or PNG (`pHYs`) by length; null if it has none, or only a ratio. */
function densityOf(picture: Buffer): Ratio | null {
  const jfif = picture.indexOf('JFIF\0', 0, 'latin1')
  if (picture[0] === 0xff && jfif !== -1 && jfif + 12 <= picture.length && picture[jfif + 7] !== 0)
    return { over: picture.readUInt16BE(jfif + 8), under: picture.readUInt16BE(jfif + 10) }
  const physical = picture.indexOf('pHYs', 0, 'latin1')
  if (
    picture[0] === 0x89 &&
    physical !== -1 &&
    physical + 13 <= picture.length &&
    picture[physical + 12] !== 0
  )
    return { over: picture.readUInt32BE(physical + 4), under: picture.readUInt32BE(physical + 8) }
  return null
}
