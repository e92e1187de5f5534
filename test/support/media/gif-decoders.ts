import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser/browser.ts'
import { decodeByFfmpeg, decodeByVips, type Decoded } from './decoded.ts'
import { visible } from './gif-playback.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'

const run = promisify(execFile)

/** A hash of each picture that a decoder shows of a GIF, and its time. Invisible pixels count as nothing. */
export type Shown = { width: number; height: number; pictures: string[]; delaysMs: number[] }

export type GifDecoders = Record<
  'ffmpeg' | 'libvips' | 'gifsicle' | 'Chromium',
  (gif: Buffer) => Promise<Shown>
>

/** Decoders that share no code with the encoder, nor with each other. */
export async function openDecoders(t: CleanUp): Promise<GifDecoders> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-decoders-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const page = await openPage(t)
  const path = join(folder, 'one.gif')
  return {
    ffmpeg: async (gif) => {
      await writeFile(path, gif)
      return shown(await decodeByFfmpeg(path))
    },
    libvips: async (gif) => shown(await decodeByVips(gif)),
    gifsicle: async (gif) => {
      await writeFile(path, gif)
      return decodeInPage(page, await playByGifsicle(path))
    },
    Chromium: (gif) => decodeInPage(page, gif),
  }
}

/** The hash of a picture as decoders are expected to show it. */
export function pictureHash(rgba: Uint8Array): string {
  return createHash('sha256').update(visible(rgba)).digest('hex')
}

function shown({ width, height, frames, delaysMs }: Decoded): Shown {
  return { width, height, pictures: frames.map(pictureHash), delaysMs }
}

/** It describes the file that it writes, whose frames have colors of their own, like those it read. */
const ofItsOwn = /^gifsicle: warning: too many colors, using local colormaps\n.*\n/

/**
 * gifsicle shows no pixels. But to optimize a GIF it has to unpack every frame and lay it over the earlier ones, and
 * its output is then its own. Throws if it reports anything about the file that it reads.
 */
async function playByGifsicle(path: string): Promise<Buffer> {
  const written = `${path}.written`
  const told = await run('gifsicle', ['--info', path])
  const { stderr } = await run('gifsicle', ['-O2', '-Okeep-empty', path, '-o', written])
  const said = told.stderr + stderr.replace(ofItsOwn, '')
  if (said !== '') throw new Error(said)
  return readFile(written)
}

/** The capacity of each color table of a GIF, as gifsicle sees them: the screen's, then the frames' own. */
export async function colorTables(gif: Buffer): Promise<number[]> {
  const listing = run('gifsicle', ['--info', '-'])
  listing.child.stdin?.end(gif)
  return [...(await listing).stdout.matchAll(/color table \[(\d+)\]/g)].map(([, colors]) => Number(colors))
}

/** An empty page with `ImageDecoder`, which needs a secure context. */
async function openPage(t: CleanUp): Promise<Page> {
  const page = await (await openBrowser(t)).newPage()
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('http://localhost/')
  return page
}

/** Chromium as a decoder of animated pictures of any type, which is given as `image/png`. */
export async function openImageDecoder(t: CleanUp): Promise<(bytes: Buffer, type: string) => Promise<Shown>> {
  const page = await openPage(t)
  return (bytes, type) => decodeInPage(page, bytes, type)
}

async function decodeInPage(page: Page, bytes: Buffer, type = 'image/gif'): Promise<Shown> {
  return page.evaluate<Shown>(`(async () => {
    const data = Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const decoder = new ImageDecoder({ type: '${type}', data, preferAnimation: true })
    await Promise.all([decoder.tracks.ready, decoder.completed])
    const shown = { width: 0, height: 0, pictures: [], delaysMs: [] }
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex })
      const pixels = new Uint8Array(image.allocationSize({ format: 'RGBA' }))
      await image.copyTo(pixels, { format: 'RGBA' })
      for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] === 0) pixels.fill(0, at, at + 4)
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))
      shown.pictures.push([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
      shown.delaysMs.push(image.duration / 1000)
      Object.assign(shown, { width: image.displayWidth, height: image.displayHeight })
      image.close()
    }
    decoder.close()
    return shown
  })()`)
}
