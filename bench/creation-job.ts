import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ServerProcess, descendants } from '../test/support/processes/server-process.ts'
import { decoderArgs } from '../src/render/tools/decoders.ts'
import { untried } from '../src/render/encode/mp4.ts'
import { cpuSeconds } from './measure.ts'

/** The cost of a creation job. */
export type JobTimes = { cpu: number; startMs: number; wallMs: number }

/**
 * One creation from a video through the service, from POST to done, followed like the site's page does; CPU of the
 * server and everything below it.
 */
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
  const address = `${url}/api/status/${id}`
  while (((await (await fetch(address)).json()) as Status).status === 'waiting') await pause(1)
  const taken = performance.now()
  for await (const { error } of statusEvents(`${address}/events`)) if (error) throw new Error(error.message)
  return { cpu: treeCpu(pid) - before, startMs: taken - accepted, wallMs: performance.now() - started }
}

type Status = { status: string; error?: { message: string } }

/** Follows a task to its end by listening like the site's own page: polling would be measured too. */
async function* statusEvents(address: string): AsyncGenerator<Status> {
  const { body } = await fetch(address)
  let rest = ''
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as Status
  }
}

function treeCpu(pid: number): number {
  return [pid, ...descendants(pid)].reduce((sum, each) => sum + cpuSeconds(each, 'with children'), 0)
}

/**
 * The encoding of the formats other than GIF by separate commands: as people type them, or as the service sets them.
 */
export const codecs = {
  typed: () => ({ mp4: [], webp: [], thumb: [] }),
  service: (hasAlpha: boolean) => ({
    mp4: ['-preset', 'veryfast', '-x264-params', untried, '-crf', '22', '-threads', '1'],
    webp: ['-quality', '70', '-compression_level', hasAlpha ? '0' : '2'],
    thumb: ['-q:v', '3'],
  }),
}

/**
 * CPU seconds of GIF, MP4, WebP and thumbnail of a clip, each by a run of ffmpeg of its own, in `folder`. Alpha is
 * decoded as in the service: ffmpeg's own VP9 decoder, its default, would drop it.
 */
export function separateRuns(
  clip: string,
  { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number },
  folder: string,
  codec: (typeof codecs)[keyof typeof codecs] = codecs.typed,
): number {
  const decoder = alphaDecoder(clip)
  const { mp4, webp, thumb } = codec(decoder.length > 0)
  const cut = ['-ss', `${startSeconds}`, '-t', `${endSeconds - startSeconds}`]
  const input = ['-v', 'error', '-y', ...decoder, ...cut, '-i', resolve(clip), '-an']
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

/** The arguments that make libvpx decode VP8 and VP9 with alpha, which no other decoder reads. */
function alphaDecoder(clip: string): string[] {
  const asked = ['-select_streams', 'V:0', '-show_entries', 'stream=codec_name:stream_tags=alpha_mode']
  const answer = execFileSync('ffprobe', ['-v', 'error', ...asked, '-of', 'json', clip], { encoding: 'utf8' })
  const { streams } = JSON.parse(answer) as {
    streams: { codec_name: string; tags?: { alpha_mode?: string } }[]
  }
  const [{ codec_name: codec, tags } = { codec_name: '' }] = streams
  return tags?.alpha_mode === '1' ? decoderArgs(codec, true) : []
}
