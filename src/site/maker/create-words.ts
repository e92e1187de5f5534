import { AppError } from '../../lib/app-error.ts'

/** What the interface calls a value, and what the form calls it. */
const names: Record<string, string> = {
  title: 'the title',
  category: 'the category',
  'tags[]': 'the tags',
  private: 'a private GIF',
  watermark_type: 'the watermark',
  url: 'the address',
  start: 'the start',
  end: 'the end',
  width: 'the width',
  height: 'the height',
  delay: 'the time for each picture',
  resize: 'the fitting',
  video: 'the video',
  'pictures[]': 'the pictures',
  preset: 'the quality',
  max_bytes: 'the size limit',
  loop: 'how often it plays',
  reverse: '“Backwards”',
  boomerang: '“There and back”',
  speed: 'the speed',
  crop: 'the crop',
  fps: 'the number of frames a second',
  clip_width: 'the width',
  auto_loop: '“Find the best loop”',
}

const sentences: Record<string, string> = {
  'missing_value video': 'Choose a video file.',
  'missing_value pictures[]': 'Choose at least two pictures.',
  'missing_value title': 'Give the GIF a title.',
  'missing_value url': 'Type or paste the address of a video.',
  'missing_value start': 'Say at which second the clip starts.',
  'missing_value end': 'Say at which second the clip ends.',
  'missing_value category': 'Choose a category.',
  'unauthorized private': 'Sign in to keep a GIF private.',
  'unauthorized watermark_type': 'Sign in with a Premium account to leave the watermark out.',
}

/** An error of the interface as a person at the form understands it. */
export function inWords(error: AppError): AppError {
  const { code, field, message } = error
  const words = sentences[`${code} ${field ?? ''}`] ?? nameFields(message)
  return new AppError(code, words, field === undefined ? {} : { field })
}

function nameFields(message: string): string {
  const named = message.replaceAll(/`([^`]+)`/g, (_quoted, key: string) => names[key] ?? key)
  return named.charAt(0).toUpperCase() + named.slice(1)
}

const ordinalEnds: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** 1st, 2nd, 11th. */
export function writeOrdinal(place: number): string {
  return `${place}${ordinalEnds[ordinals.select(place)] ?? 'th'}`
}
