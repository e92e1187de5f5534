import type { KeptPicture, SourceAnswer } from '../../../source-answer.ts'
import { type Picture, readPictures } from '../../pictures/picture.ts'

/** The prepared source that the page came with; null for none. */
export function readPrepared(): SourceAnswer | null {
  const text = document.querySelector<HTMLElement>('[data-prepared]')?.dataset.source
  return text === undefined ? null : (JSON.parse(text) as SourceAnswer)
}

/**
 * The pictures of a source, to be shown; `show` gives what a browser can show of files. Those that do not come are left
 * out.
 */
export async function loadPictures(
  kept: readonly KeptPicture[],
  show: (files: File[]) => Promise<File[]>,
): Promise<Picture[]> {
  const loaded = await Promise.all(kept.map(({ url }, index) => loadFile(url, String(index + 1))))
  const pictures: Picture[] = []
  for (const [index, { name }] of kept.entries()) {
    const file = loaded[index] ?? null
    const shown = file === null ? [] : (await readPictures(await show([file]))).pictures
    pictures.push(...shown.map((picture) => ({ ...picture, kept: name })))
  }
  return pictures
}

async function loadFile(address: string, name: string): Promise<File | null> {
  const response = await fetch(address).catch(() => null)
  if (response === null || !response.ok) return null
  const blob = await response.blob()
  return new File([blob], `${name}.${blob.type.replace(/^image\//, '')}`, { type: blob.type })
}
