import type { MediaFormat } from './media-formats.ts'

/** The values of a result, whether it is from this server or another one. */
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

/** The JSON of a format with its key; `url` is JSON, too. */
export function writeMediaFormat(
  format: MediaFormat,
  url: string,
  { width, height, bytes }: { width: number; height: number; bytes: number | null },
  durationMs: number,
): string {
  return `"${format}":{"url":${url},"dims":[${width},${height}],"duration":${seconds(durationMs)},"size":${bytes ?? 0},"preview":""}`
}

/** Always with a decimal point: some readers do not accept an integer here. */
function seconds(milliseconds: number): string {
  const value = milliseconds / 1000
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

const quote = JSON.stringify as (text: string) => string
