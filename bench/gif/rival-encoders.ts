import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandCpu, commandLine } from './command-cpu.ts'
import { type KeptFrames, framesInput } from './frames.ts'
import { run } from './kept.ts'

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'debian', darwin: 'macos' }

/** The program of the npm package `gifski`. */
export const gifskiProgram = new URL(
  `../../node_modules/gifski/bin/${systems[process.platform] ?? 'debian'}/gifski`,
  import.meta.url,
).pathname

/** Returns true if a program can be started. */
export function runs(program: string, args = ['--version']): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

/** The arguments that make a GIF of PNG files by gifski; the files are to be added. */
export function gifskiArgs(fps: number, width: number, quality: number, gif: string): string[] {
  const looks = ['--fps', `${fps}`, '-Q', `${quality}`, '-W', `${width}`]
  return [gifskiProgram, '--quiet', ...looks, '-o', gif]
}

/** Lossless PNG files of frames, which cost little to read. */
export const pngFiles = ['-pix_fmt', 'rgb24', '-pred', 'none', '-compression_level', '0', 'f%04d.png']

/** The filters of ffmpeg's own GIFs, in one pass. */
export const paletteFilters = 'split[a][b];[a]palettegen[p];[b][p]paletteuse'

/** Makes a GIF of frames by ffmpeg's palettegen and paletteuse; returns its CPU seconds. */
export function encodeByFfmpeg(frames: KeptFrames, gif: string): number {
  return commandCpu(commandLine(['ffmpeg', ...framesInput(frames), '-vf', paletteFilters, gif]))
}

/** Makes a GIF of frames by gifski at a quality of 1 to 100; returns its CPU seconds without writing the PNG files. */
export function encodeByGifski(frames: KeptFrames, quality: number, gif: string): number {
  return inFolder((folder) => {
    run('ffmpeg', [...framesInput(frames), ...pngFiles], folder)
    return commandCpu(`${commandLine(gifskiArgs(frames.fps, frames.width, quality, gif))} f*.png`, folder)
  })
}

/** Makes a smaller GIF from another by gifsicle; returns its CPU seconds. */
export function squeezeByGifsicle(source: string, lossy: number, gif: string): number {
  return commandCpu(commandLine(['gifsicle', '-O3', `--lossy=${lossy}`, source, '-o', gif]))
}

/** Runs work in a folder of its own, which is removed afterward. */
export function inFolder<Value>(work: (folder: string) => Value): Value {
  const folder = mkdtempSync(join(tmpdir(), 'gifwright-bench-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
