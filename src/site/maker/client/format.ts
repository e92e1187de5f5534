import { makerTexts } from '#texts/maker.ts'
import { formatLimit } from '#texts/format.ts'
import { roundSeconds } from '../../../options/rules/gif-length.ts'
import { maxTitleLength } from '../../../options/rules/title-and-tags.ts'

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

/** A time for screen readers: "2.5 seconds", "1 minute 4 seconds". */
export function speakTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = roundSeconds(seconds - minutes * 60)
  const restText = makerTexts.clip.seconds(rest)
  return minutes === 0 ? restText : `${makerTexts.clip.minutes(minutes)} ${restText}`
}

/** The size of a file, in the unit of the limits: 12.5 MB, 640 KB. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 2 ** 20
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  if (megabytes < 10) return `${megabytes.toFixed(1)} MB`
  return `${Number(megabytes.toFixed(megabytes < 100 ? 1 : 0))} MB`
}

/** A size above a limit, with enough digits to distinguish the two. */
export function formatSizeAbove(bytes: number, maxBytes: number): string {
  const megabytes = bytes / 2 ** 20
  const max = formatLimit(maxBytes)
  const exact = [1, 2, 3].map((digits) => `${Number(megabytes.toFixed(digits))} MB`)
  const plain = formatSize(bytes)
  return (
    [plain, ...exact].find((text) => Number.parseFloat(text) > maxBytes / 2 ** 20) ??
    makerTexts.files.slightlyMore(max)
  )
}

/** A title as the name of a file suggests it: holiday_in-rome.mp4 is "holiday in rome". */
export function titleOfFile(fileName: string): string {
  return fileName
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .slice(0, maxTitleLength)
}
