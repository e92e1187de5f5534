import type { SourceAnswer } from '../../../source-answer.ts'

/** The prepared source that the page came with; null for none. */
export function readPrepared(): SourceAnswer | null {
  const text = document.querySelector<HTMLElement>('[data-prepared]')?.dataset.source
  return text === undefined ? null : (JSON.parse(text) as SourceAnswer)
}

/** The pictures of a source, as files. Those that do not come are left out. */
export async function loadPictures(addresses: readonly string[]): Promise<File[]> {
  const files = await Promise.all(
    addresses.map(async (address, index) => {
      const response = await fetch(address).catch(() => null)
      if (response === null || !response.ok) return null
      const blob = await response.blob()
      return new File([blob], `${index + 1}.${blob.type.replace(/^image\//, '')}`, { type: blob.type })
    }),
  )
  return files.filter((file) => file !== null)
}
