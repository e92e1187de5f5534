/** The texts of a language's plural forms; `other` is used for forms without a text of their own. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

const timeUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/**
 * Returns a function that creates a formatter on first use: each takes about a millisecond, and a language has nine.
 */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The formats of a language for numbers, sizes, times and plurals, by its BCP 47 tag. */
export function formatsIn(language: string) {
  const wholeNumber = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }))
  const shortNumber = once(() => new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }))
  const oneDecimal = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }))
  const twoDecimals = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }))
  const date = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
  const dateTime = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  const relativeTime = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'always' }))
  const cardinal = once(() => new Intl.PluralRules(language))
  const ordinal = once(() => new Intl.PluralRules(language, { type: 'ordinal' }))

  /** The text for a count: `plural(1, { one: 'GIF', other: 'GIFs' })` is `GIF`. */
  const plural = (count: number, forms: PluralForms): string => forms[cardinal().select(count)] ?? forms.other
  /** `1,204`. */
  const formatNumber = (value: number): string => wholeNumber().format(value)
  /** A number with at most this many decimals: 1.5. */
  const formatDecimal = (value: number, decimals: number): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value)
  return {
    plural,
    formatNumber,
    /** `1 GIF`, `1,204 GIFs`. */
    formatCount: (count: number, forms: PluralForms): string =>
      `${formatNumber(count)} ${plural(count, forms)}`,
    /** A size in units of 1,000: 812 B, 64 KB, 1.23 MB, 52.1 GB. */
    formatBytes: (bytes: number): string => {
      if (bytes < 1000) return `${bytes} B`
      if (bytes < 999_500) return `${wholeNumber().format(bytes / 1000)} KB`
      if (bytes < 999_500_000) return `${shortNumber().format(bytes / 1_000_000)} MB`
      return `${shortNumber().format(bytes / 1_000_000_000)} GB`
    },
    /** A limit in megabytes of 2^20 bytes, the unit in which operators set limits. */
    formatLimit: (bytes: number): string => `${twoDecimals().format(bytes / 2 ** 20)} MB`,
    /** The size of a file in the unit of the limits: 640 KB, 12.5 MB; `decimals` sets their maximum number. */
    formatFileSize: (bytes: number, decimals?: number): string => {
      const megabytes = bytes / 2 ** 20
      if (decimals === undefined && megabytes < 1)
        return `${wholeNumber().format(Math.max(1, Math.round(bytes / 1024)))} KB`
      return `${formatDecimal(megabytes, decimals ?? (megabytes < 100 ? 1 : 0))} MB`
    },
    formatDecimal,
    /** A duration in seconds: 2.4 s, 61 s. */
    formatDuration: (durationMs: number): string => `${shortNumber().format(durationMs / 1000)} s`,
    /** A position in a video to the tenth of a second: 2.4 s, 1:04.5. */
    formatPosition: (seconds: number): string => {
      const tenths = Math.round(seconds * 10)
      const [minutes, rest] = [Math.floor(tenths / 600), (tenths % 600) / 10]
      if (minutes === 0) return `${oneDecimal().format(rest)} s`
      return `${minutes}:${rest < 10 ? '0' : ''}${oneDecimal().format(rest)}`
    },
    /** The date in UTC: Nov 21, 2026. */
    formatDate: (timeMs: number): string => date().format(timeMs),
    /** Date and time in UTC: Nov 21, 2026, 4:05 PM UTC. */
    formatDateTime: (timeMs: number): string => `${dateTime().format(timeMs)} UTC`,
    /** `3 minutes ago`. */
    formatTimeAgo: (elapsedMs: number): string => {
      const [unit, size] = timeUnits.find(([, unitMs]) => elapsedMs >= unitMs) ?? ['second', 1000]
      return relativeTime().format(-Math.floor(elapsedMs / size), unit)
    },
    /** A place in an order: 1st, 2nd, 11th. `ends` has the ending of each ordinal form. */
    formatOrdinal: (place: number, ends: PluralForms): string =>
      `${place}${ends[ordinal().select(place)] ?? ends.other}`,
  }
}
