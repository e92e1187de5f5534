const wholeNumber = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const shortNumber = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A size as people say it: 812 B, 64 KB, 1.23 MB, 52.1 GB. */
export function writeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${wholeNumber.format(bytes / 1000)} KB`
  if (bytes < 999_500_000) return `${shortNumber.format(bytes / 1_000_000)} MB`
  return `${shortNumber.format(bytes / 1_000_000_000)} GB`
}

/** A limit in megabytes as the operator sets it, of 2^20 bytes: the same words wherever it is said. */
export function writeLimit(bytes: number): string {
  return `${shortNumber.format(bytes / 2 ** 20)} MB`
}

/** A length in seconds: 2.4 s, 61 s. */
export function writeDuration(durationMs: number): string {
  return `${shortNumber.format(durationMs / 1000)} s`
}

/** A moment of a video to the tenth of a second: 2.4 s, 1:04.5. */
export function writeMoment(seconds: number): string {
  const tenths = Math.round(seconds * 10)
  const [minutes, rest] = [Math.floor(tenths / 600), (tenths % 600) / 10]
  if (minutes === 0) return `${rest} s`
  return `${minutes}:${rest < 10 ? '0' : ''}${rest}`
}

/** `1 GIF`, `1,204 GIFs`. */
export function writeCount(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber.format(count)} ${count === 1 ? one : many}`
}

/** The day in UTC: Nov 21, 2026. */
export function writeDay(timeMs: number): string {
  return day.format(timeMs)
}
