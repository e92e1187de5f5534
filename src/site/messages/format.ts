/** The language and the conventions of everything that pages show. */
const locale = 'en'

const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const shortNumber = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
const twoDecimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const relativeTime = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
const cardinal = new Intl.PluralRules(locale)

/** A text for each plural form of the language; `other` where a form has none of its own. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The text for a count: `plural(1, { one: 'GIF', other: 'GIFs' })` is `GIF`. */
export function plural(count: number, forms: PluralForms): string {
  return forms[cardinal.select(count)] ?? forms.other
}

/** `1 GIF`, `1,204 GIFs`. */
export function formatCount(count: number, forms: PluralForms): string {
  return `${formatNumber(count)} ${plural(count, forms)}`
}

/** `1,204`. */
export function formatNumber(value: number): string {
  return wholeNumber.format(value)
}

/** A size in units of 1,000: 812 B, 64 KB, 1.23 MB, 52.1 GB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${wholeNumber.format(bytes / 1000)} KB`
  if (bytes < 999_500_000) return `${shortNumber.format(bytes / 1_000_000)} MB`
  return `${shortNumber.format(bytes / 1_000_000_000)} GB`
}

/** A limit in megabytes of 2^20 bytes, the unit in which operators set limits. */
export function formatLimit(bytes: number): string {
  return `${twoDecimals.format(bytes / 2 ** 20)} MB`
}

/** A duration in seconds: 2.4 s, 61 s. */
export function formatDuration(durationMs: number): string {
  return `${shortNumber.format(durationMs / 1000)} s`
}

/** A position in a video to the tenth of a second: 2.4 s, 1:04.5. */
export function formatPosition(seconds: number): string {
  const tenths = Math.round(seconds * 10)
  const [minutes, rest] = [Math.floor(tenths / 600), (tenths % 600) / 10]
  if (minutes === 0) return `${rest} s`
  return `${minutes}:${rest < 10 ? '0' : ''}${rest}`
}

/** The date in UTC: Nov 21, 2026. */
export function formatDate(timeMs: number): string {
  return date.format(timeMs)
}

/** Date and time in UTC: Nov 21, 2026, 4:05 PM UTC. */
export function formatDateTime(timeMs: number): string {
  return `${dateTime.format(timeMs)} UTC`
}

const timeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `3 minutes ago`. */
export function formatTimeAgo(elapsedMs: number): string {
  const [unit, size] = timeUnits.find(([, unitMs]) => elapsedMs >= unitMs) ?? ['second', 1000]
  return relativeTime.format(-Math.floor(elapsedMs / size), unit)
}

const ordinal = new Intl.PluralRules(locale, { type: 'ordinal' })
const ordinalEnds: PluralForms = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** 1st, 2nd, 11th. */
export function formatOrdinal(place: number): string {
  return `${place}${ordinalEnds[ordinal.select(place)] ?? ordinalEnds.other}`
}
