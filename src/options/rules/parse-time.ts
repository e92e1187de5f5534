/** No valid time is longer. */
const maxTimeLength = 100

const time = /^(?:(?:(?<hours>\d{1,9}):)?(?<minutes>\d{1,9}):)?(?<seconds>\d{1,9}(?:\.\d*)?|\.\d+)$/

/**
 * Parses seconds as people type them: 2.5, 2,5, 2.5 s, 1:05, 0:01.5, 1:02:03. Returns null for any other text. To the
 * millisecond.
 */
export function parseTime(text: string): number | null {
  if (text.length > maxTimeLength) return null
  const plain = text
    .trim()
    .replace(',', '.')
    .replace(/(?<!\s)\s*s$/, '')
  const { hours, minutes, seconds = '' } = time.exec(plain)?.groups ?? {}
  if (seconds === '') return null
  if (minutes !== undefined && Number(seconds) >= 60) return null
  if (hours !== undefined && Number(minutes) >= 60) return null
  const all = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)
  return Math.round(all * 1000) / 1000
}
