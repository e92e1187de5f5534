import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Frames of RGBA. */
export type Clip = { width: number; height: number; frames: Uint8Array[] }

/** The frames of a video that ffmpeg draws (a source of its lavfi) and compresses. */
export async function drawClip(
  source: string,
  { width, height }: { width: number; height: number },
): Promise<Clip> {
  const lossy = ['-c:v', 'mpeg2video', '-q:v', '6', '-f', 'mpegts']
  const video = run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...lossy, 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  })
  const decoder = run(
    'ffmpeg',
    ['-v', 'error', '-i', 'pipe:0', '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    {
      encoding: 'buffer',
      maxBuffer: 2 ** 28,
    },
  )
  decoder.child.stdin?.end((await video).stdout)
  const { stdout } = await decoder
  const bytes = width * height * 4
  const frames = Array.from({ length: stdout.length / bytes }, (_, frame) =>
    stdout.subarray(frame * bytes, (frame + 1) * bytes),
  )
  return { width, height, frames }
}
