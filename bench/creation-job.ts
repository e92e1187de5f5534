import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type ServerProcess, descendants } from '../test/support/server-process.ts'
import { cpuSeconds } from './measure.ts'

/** What a creation job took. */
export type JobTimes = { cpu: number; startMs: number; wallMs: number }

/** One creation from a video through the service, from POST to done; CPU of the server and everything below it. */
export async function creationJob(
  { url, pid }: ServerProcess,
  clip: string,
  values: Record<string, string>,
): Promise<JobTimes> {
  const form = new FormData()
  for (const [key, value] of Object.entries({ category: '1', title: 'bench', ...values }))
    form.append(key, value)
  form.append('video', new Blob([new Uint8Array(readFileSync(clip))]), basename(clip))
  const before = treeCpu(pid)
  const started = performance.now()
  const { id } = (await (
    await fetch(`${url}/api/create-gif/source/video`, { method: 'POST', body: form })
  ).json()) as { id: string }
  const accepted = performance.now()
  let taken = 0
  for (;;) {
    const state = (await (await fetch(`${url}/api/status/${id}`)).json()) as {
      status: string
      error?: { message: string }
    }
    if (state.status !== 'waiting' && taken === 0) taken = performance.now()
    if (state.status === 'done') break
    if (state.status === 'error') throw new Error(state.error?.message)
    await new Promise((resolve) => setTimeout(resolve, taken === 0 ? 1 : 20))
  }
  return { cpu: treeCpu(pid) - before, startMs: taken - accepted, wallMs: performance.now() - started }
}

function treeCpu(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + cpuSeconds(each, 'with children'), 0)
}

/** How the separate commands encode what is no GIF: as one types them, or as the service sets them. */
export const codecs = {
  typed: { mp4: [], webp: [], thumb: [] },
  service: {
    mp4: ['-preset', 'veryfast', '-crf', '22', '-threads', '1'],
    webp: ['-quality', '70', '-compression_level', '2'],
    thumb: ['-q:v', '3'],
  },
}

/** CPU seconds of GIF, MP4, WebP and thumbnail of a clip, each by a run of ffmpeg of its own, in `folder`. */
export function separateRuns(
  clip: string,
  { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number },
  folder: string,
  { mp4, webp, thumb }: (typeof codecs)[keyof typeof codecs] = codecs.typed,
): number {
  const cut = ['-ss', `${startSeconds}`, '-t', `${endSeconds - startSeconds}`]
  const input = ['-v', 'error', '-y', ...cut, '-i', resolve(clip), '-an']
  const scale = "fps=15,scale='min(480,iw)':-2"
  const commands = [
    ['-vf', `${scale},split[a][b];[a]palettegen[p];[b][p]paletteuse`, 'out.gif'],
    ['-vf', scale, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...mp4, '-movflags', '+faststart', 'out.mp4'],
    ['-vf', scale, '-c:v', 'libwebp_anim', ...webp, '-loop', '0', 'out.webp'],
    ['-vf', scale, '-frames:v', '1', ...thumb, 'out.jpg'],
  ]
  const before = cpuSeconds('self', 'with children') - cpuSeconds('self')
  for (const command of commands) execFileSync('ffmpeg', [...input, ...command], { cwd: folder })
  return cpuSeconds('self', 'with children') - cpuSeconds('self') - before
}
