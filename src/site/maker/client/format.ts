import { roundSeconds } from '../../../options/rules/gif-length.ts'

/** A length for people: 2.5 s, 1:04.5, 1:02:03. */
export function formatTime(seconds: number): string {
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.floor(seconds)
  const tenth = Math.floor((seconds - whole) * 10)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes}:${two(whole % 60)}${tenth > 0 ? `.${tenth}` : ''}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
}

/** What a screen reader says of a moment: "2.5 seconds", "1 minute 4 seconds". */
export function speakTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = roundSeconds(seconds - minutes * 60)
  const restWords = `${rest} ${rest === 1 ? 'second' : 'seconds'}`
  if (minutes === 0) return restWords
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${restWords}`
}

/** Bytes as the limits count them: 12 MB, 640 KB. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 2 ** 20
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}

/** A size that is above the most, in so many digits that it can be seen. */
export function formatSizeAbove(bytes: number, mostBytes: number): string {
  const megabytes = bytes / 2 ** 20
  const most = formatSize(mostBytes)
  const words = [1, 2, 3].map((digits) => `${Number(megabytes.toFixed(digits))} MB`)
  const plain = formatSize(bytes)
  return (
    [plain, ...words].find((text) => text !== most && text !== `${mostBytes / 2 ** 20} MB`) ??
    `a little more than ${most}`
  )
}

const ordinalEnds: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** 1st, 2nd, 11th. */
export function formatOrdinal(place: number): string {
  return `${place}${ordinalEnds[ordinals.select(place)] ?? 'th'}`
}

/** A title as the name of a file suggests it: holiday_in-rome.mp4 is "holiday in rome". */
export function titleOfFile(fileName: string): string {
  return fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .slice(0, 200)
}
