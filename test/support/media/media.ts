import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { ffmpegOnce } from './fixtures.ts'

const run = promisify(execFile)

export type VideoShape = {
  seconds?: number
  width?: number
  height?: number
  fps?: number
  extension?: string
}

/** A small moving video from ffmpeg's generator; returns its path, removed when the test ends. */
export async function makeVideo(
  t: CleanUp,
  { seconds = 2, width = 160, height = 90, fps = 30, extension = 'mp4' }: VideoShape = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-media-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const source = `testsrc2=size=${width}x${height}:rate=${fps}:duration=${seconds}`
  // The slower presets would take most of the time of many tests.
  const encoder = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  const path = join(folder, `clip.${extension}`)
  await copyFile(await ffmpegOnce(['-f', 'lavfi', '-i', source, ...encoder], extension), path)
  return path
}

export type MediaFacts = {
  format: string
  width: number
  height: number
  codec: string
  pixelFormat: string
  frames: number
  /** The duration of each frame, if the container declares it. */
  durationsMs: number[]
  seconds: number
}

/** A decoder's description of a file: every frame is decoded. */
export async function factsOf(path: string): Promise<MediaFacts> {
  const { stdout } = await run(
    'ffprobe',
    [
      ...['-v', 'error', '-of', 'json', '-count_frames', '-show_format', '-show_streams', '-show_packets'],
      ...['-select_streams', 'v:0', path],
    ],
    { maxBuffer: 1 << 26 },
  )
  const { streams, packets, format } = JSON.parse(stdout)
  const [stream] = streams
  const durationsMs = packets.map((packet: { duration_time?: string }) =>
    Math.round(Number(packet.duration_time ?? 0) * 1000),
  )
  return {
    format: format.format_name,
    width: stream.width,
    height: stream.height,
    codec: stream.codec_name,
    pixelFormat: stream.pix_fmt,
    frames: Number(stream.nb_read_frames),
    durationsMs,
    seconds: durationsMs.reduce((sum: number, ms: number) => sum + ms, 0) / 1000,
  }
}
