import {
  anyNumber,
  flag,
  fraction,
  listOf,
  objectOf,
  parseExactly,
  text,
  whole,
} from '../../../support/http/strict-json.ts'

/**
 * Reads like apps whose fields have no defaults, so that each is required: TenorResponse.kt of a Bluesky client for
 * Android by James Roberts (package com.contexts.cosmic); `created` as a Dart app reads it, whose `as double` rejects a
 * number without a point.
 */
const media = objectOf({ url: text, duration: anyNumber, dims: listOf(whole), size: whole })
const page = objectOf({
  results: listOf(
    objectOf({
      id: text,
      title: text,
      created: fraction,
      media_formats: objectOf({ gif: media, mediumgif: media, tinygif: media, mp4: media, webp: media }),
      content_description: text,
      itemurl: text,
      url: text,
      tags: listOf(text),
      hasaudio: flag,
    }),
  ),
})

/** `base` ends without a slash. */
export async function readAsKotlin(base: string, query: string) {
  const response = await fetch(`${base}/search?key=k&q=${encodeURIComponent(query)}&limit=50`)
  return page(parseExactly(await response.text()), 'search').results
}
