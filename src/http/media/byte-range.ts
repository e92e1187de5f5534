import type { ByteRange } from '../../media/media-store.ts'

/**
 * The range of a Range header in a file of `bytes` bytes: one range, cut to the file; `unsatisfiable` if it begins past
 * the end; null, the whole file, for a missing or malformed header, another unit or several ranges.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (match === null) return null
  const [, firstText = '', lastText = ''] = match
  if (firstText === '' && lastText === '') return null
  if (firstText === '') {
    const suffixBytes = Number(lastText)
    if (suffixBytes === 0 || bytes === 0) return 'unsatisfiable'
    return { first: Math.max(0, bytes - suffixBytes), last: bytes - 1 }
  }
  const first = Number(firstText)
  const last = lastText === '' ? bytes - 1 : Number(lastText)
  if (lastText !== '' && last < first) return null
  if (first >= bytes) return 'unsatisfiable'
  return { first, last: Math.min(last, bytes - 1) }
}
