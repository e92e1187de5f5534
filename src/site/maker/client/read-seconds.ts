const moment = /^(?:(?:(?<hours>\d+):)?(?<minutes>\d+):)?(?<seconds>\d+\.?\d*|\.\d+)(?:\s*s)?$/

/**
 * Seconds as people type them: 2.5, 2,5, 2.5 s, 1:05, 0:01.5, 1:02:03. Null where the text is no such moment. Kept to
 * the millisecond.
 */
export function readSeconds(text: string): number | null {
  const found = moment.exec(text.trim().replace(',', '.'))?.groups
  if (found === undefined) return null
  const { hours = '0', minutes, seconds = '0' } = found
  if (minutes !== undefined && Number(seconds) >= 60) return null
  const all = (Number(hours) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)
  return Math.round(all * 1000) / 1000
}
