import { makerTexts } from '#texts/maker.ts'
import { formatDecimal, formatFileSize, formatLimit } from '#texts/format.ts'
import { roundSeconds } from '../../../options/rules/gif-length.ts'
import { givenName } from '../../../options/rules/rendition-names.ts'
import { maxTitleLength } from '../../../options/rules/title-and-tags.ts'

/** A length for people: 2.5 s, 1:04.5, 1:02:03. */
export function formatTime(seconds: number): string {
  if (seconds < 60) return `${formatDecimal(seconds, 1)} s`
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

/** A size above a limit, with enough digits to distinguish the two. */
export function formatSizeAbove(bytes: number, maxBytes: number): string {
  const megabytes = bytes / 2 ** 20
  const isAbove = (decimals: number) => Number(megabytes.toFixed(decimals)) > maxBytes / 2 ** 20
  if (isAbove(megabytes < 100 ? 1 : 0)) return formatFileSize(bytes)
  const decimals = [1, 2, 3].find(isAbove)
  return decimals === undefined
    ? makerTexts.files.slightlyMore(formatLimit(maxBytes))
    : formatFileSize(bytes, decimals)
}

/** A title as the name of a file suggests it: holiday_in-rome.mp4 is "holiday in rome"; empty for that of a rendition. */
export function titleOfFile(fileName: string): string {
  return (givenName(fileName.replace(/\.[^.]{1,5}$/, '')) ?? '')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .slice(0, maxTitleLength)
}
