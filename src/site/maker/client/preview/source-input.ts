import type { SourceDetail } from '../source/source-event.ts'
import type { SourceInput } from './messages.ts'

/** What the worker opens for a source; null where there is nothing to be seen yet. */
export async function inputOfSource({
  kind,
  file,
  files,
  preview,
}: SourceDetail): Promise<SourceInput | null> {
  if (kind === 'pictures') return files.length > 0 ? { kind: 'pictures', files } : null
  if (preview !== null)
    return { kind: 'video', file: new URL(preview.url, location.href).href, shown: sizeOf(preview) }
  if (file === null) return null
  return (await isPicture(file)) ? { kind: 'animation', file } : { kind: 'video', file, shown: null }
}

function sizeOf({ width, height }: { width: number; height: number }) {
  return { width, height }
}

/** Whether a file is an animated picture by its first bytes: GIF, WebP, PNG or AVIF. */
async function isPicture(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  return /^GIF8|^RIFF....WEBP|^.PNG|^....ftypavi[fs]/s.test(head)
}

/**
 * What tells that a video may have something to show. A seek takes its frame away after it was loaded, which is announced
 * once: then only the end of the seek comes.
 */
const frameEvents = ['loadeddata', 'seeked', 'canplay', 'error', 'emptied']

/** So long the first frame is waited for: the preview may be able to decode what the player hangs at. */
const maxWaitMs = 8000

/** Resolves when the first frame of the source is shown, or cannot be. */
export async function firstFrame(stage: HTMLElement, kind: SourceDetail['kind']): Promise<void> {
  const video = stage.querySelector('video')
  if (
    kind !== 'pictures' &&
    video !== null &&
    video.readyState < 2 &&
    video.error === null &&
    video.src !== ''
  ) {
    await new Promise((resolve) => {
      for (const name of frameEvents) video.addEventListener(name, resolve, { once: true })
      setTimeout(resolve, maxWaitMs)
    })
  }
  await new Promise((resolve) => requestAnimationFrame(resolve))
}
