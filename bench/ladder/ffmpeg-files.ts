import { renditionMs, type RenditionFile, type RenditionName, renditions } from '#src/media/rendition.ts'
import type { Clip } from '../gif/clips.ts'
import { commandCpu, commandLine } from '../gif/command-cpu.ts'

/** The command that makes a file of the ladder from the source by ffmpeg alone, as people type it. */
export function ffmpegCommandFor(
  name: RenditionName,
  { width, height, frames }: Omit<RenditionFile, 'bytes'>,
  made: Parameters<typeof renditionMs>[1],
  { path, startSeconds }: Clip,
): string {
  const { codec, frames: shown, maxBytes } = renditions[name]
  const wholeMs = made.durationMs
  const shownMs = shown === 'first' ? wholeMs : renditionMs(name, made)
  const fps = shown === 'six' ? (frames * 1000) / wholeMs : (frames * 1000) / shownMs
  const still = shown === 'first' ? [] : [`fps=${fps.toFixed(3)}`]
  const filters = [...still, `scale=${width}:${height}`].join(',')
  const seconds = String(shownMs / 1000)
  const input = ['ffmpeg', '-v', 'error', '-y', '-ss', String(startSeconds), '-t', seconds, '-i', path, '-an']
  const palette = `${filters},split[a][b];[a]palettegen[p];[b][p]paletteuse`
  const bits = maxBytes === null ? [] : ['-b:v', String(Math.round((maxBytes * 8000) / shownMs))]
  const encode = {
    gif: ['-vf', palette],
    h264: ['-vf', filters, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...bits, '-movflags', '+faststart'],
    vp9: ['-vf', filters, '-c:v', 'libvpx-vp9'],
    webp: ['-vf', filters, '-c:v', 'libwebp_anim', '-loop', '0'],
    jpeg: ['-vf', filters, '-frames:v', '1', '-q:v', '3'],
  }[codec]
  return commandLine([...input, ...encode, renditions[name].file])
}

/** The CPU seconds of a command, in a folder. */
export function runCommand(command: string, folder: string): number {
  return commandCpu(command, folder)
}
