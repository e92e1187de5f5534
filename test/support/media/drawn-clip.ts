import { decodeByFfmpeg } from './decoded.ts'
import { ffmpegOnce } from './fixtures.ts'

/** Frames of RGBA. */
export type Clip = { width: number; height: number; frames: Uint8Array[] }

/** The frames of a video that ffmpeg draws (a source of its lavfi) and compresses. */
export async function drawClip(source: string): Promise<Clip> {
  const lossy = ['-c:v', 'mpeg2video', '-q:v', '6']
  const { width, height, frames } = await decodeByFfmpeg(
    await ffmpegOnce(['-f', 'lavfi', '-i', source, ...lossy], 'ts'),
  )
  return { width, height, frames }
}
