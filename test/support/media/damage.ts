import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { decode } from './decoded.ts'
import { ffmpegOnce } from './fixtures.ts'

const run = promisify(execFile)

/**
 * Writes six seconds of moving pictures, 25 frames per second, a key frame every two seconds; an MP4 has its
 * index in front.
 */
export async function encodeClip(path: string, codec: string[]): Promise<string> {
  const input = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=6,format=yuv420p']
  const args = [...input, ...codec, '-g', '50', '-movflags', '+faststart']
  await copyFile(await ffmpegOnce(args, extname(path).slice(1)), path)
  return path
}

/** Copies a file with the bytes of a part of it changed by `change`. */
export async function copyChanged(
  from: string,
  to: string,
  change: (bytes: Buffer) => void,
): Promise<string> {
  const bytes = Buffer.from(await readFile(from))
  change(bytes)
  await writeFile(to, bytes)
  return to
}

/** Flips a bit of every `stride`th byte between two parts of the file. */
export function flipBits(bytes: Buffer, [from, to]: [number, number], stride: number): void {
  const end = Math.floor(bytes.length * to)
  for (let at = Math.floor(bytes.length * from); at < end; at += stride) bytes[at]! ^= 4
}

/**
 * Three parts of two seconds in one stream, as recorders and editors join them: the second has another coding and
 * declares it at its beginning; the third is coded like it and declares nothing.
 */
export async function encodeJoined(path: string): Promise<string> {
  const part = async (from: number, cabac: 0 | 1, hasHeaders: boolean) => {
    const source = `testsrc2=s=320x240:r=25:d=6,format=yuv420p,trim=${from}:${from + 2},setpts=PTS-STARTPTS`
    const codec = ['-c:v', 'libx264', '-bf', '0', '-x264-params', `cabac=${cabac}:scenecut=0:keyint=50`]
    const headers = hasHeaders ? [] : ['-bsf:v', 'filter_units=remove_types=7|8']
    return readFile(await ffmpegOnce(['-f', 'lavfi', '-i', source, ...codec, ...headers], 'h264'))
  }
  const raw = `${path}.h264`
  await writeFile(
    raw,
    Buffer.concat([await part(0, 1, true), await part(2, 0, true), await part(4, 0, false)]),
  )
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-framerate', '25', '-i', raw, '-c', 'copy', path])
  return path
}

/** The similarity of two frames of RGBA, in decibels: 30 is similar, under 20 another picture. */
export function psnr(one: Uint8Array, other: Uint8Array): number {
  let squares = 0
  for (let at = 0; at < one.length; at += 1) squares += (one[at]! - other[at]!) ** 2
  return 10 * Math.log10((255 ** 2 * one.length) / Math.max(1, squares))
}

/** The frames of a clip decoded from the beginning of the file, 15 per second. */
export async function framesFromStart(
  path: string,
  [start, end]: [number, number],
  size: string,
): Promise<Buffer[]> {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'quiet', '-i', path, '-vf'],
      `trim=${start - 0.0006}:${end},setpts=PTS-STARTPTS,fps=15,scale=${size}:flags=bicubic+full_chroma_int+accurate_rnd`,
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  )
  const bytes = width * height * 4
  return Array.from({ length: stdout.length / bytes }, (_, index) =>
    stdout.subarray(index * bytes, (index + 1) * bytes),
  )
}

export async function assertAlike(mp4: string, expected: Buffer[], leastDecibels: number): Promise<void> {
  const { frames } = await decode(mp4)
  assert.equal(frames.length, expected.length)
  for (const [index, frame] of frames.entries()) {
    const decibels = psnr(frame, expected[index]!)
    assert.ok(decibels >= leastDecibels, `frame ${index}: ${decibels.toFixed(1)} dB`)
  }
}
