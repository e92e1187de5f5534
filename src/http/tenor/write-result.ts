import type { MediaFormat } from './media-formats.ts'

/** What a result says of a GIF, whether it is of this server or of another one. */
export type ResultValues = {
  id: string
  title: string
  description: string
  /** Milliseconds since 1970. */
  createdAt: number
  page: string
  tagsJson: string
  isSticker: boolean
  isStill: boolean
}

/** The JSON of a result up to its formats, which `resultTail` follows. */
export function writeResultHead(values: ResultValues): string {
  const { id, title, description, createdAt, tagsJson, isSticker, isStill } = values
  const page = quote(values.page)
  const flags = [...(isSticker ? ['"sticker"'] : []), ...(isStill ? ['"static"'] : [])]
  return (
    `{"id":${quote(id)},"title":${quote(title)},"content_description":${quote(description)},` +
    `"content_description_source":"","created":${seconds(createdAt)},"itemurl":${page},"url":${page},` +
    `"tags":${tagsJson},"flags":[${flags.join(',')}],"hasaudio":false,"hascaption":false,"bg_color":"",` +
    `"media_formats":{`
  )
}

export const resultTail = '}}'

/** The JSON of a format with its key. */
export function writeMediaFormat(
  format: MediaFormat,
  file: { url: string; width: number; height: number; durationMs: number; bytes: number },
): string {
  return (
    `"${format}":{"url":${quote(file.url)},"dims":[${file.width},${file.height}],` +
    `"duration":${seconds(file.durationMs)},"size":${file.bytes},"preview":""}`
  )
}

/** Always with a decimal point: some readers take a number without one for no fraction. */
function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

const quote = JSON.stringify as (text: string) => string
