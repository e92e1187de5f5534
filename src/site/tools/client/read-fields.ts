import { clipOptions } from '../../../options/clip-options.ts'
import { findPreset } from '../../../options/gif-options.ts'
import type { NumberOption, OptionLimits } from '../../../options/option.ts'
import { parseOption } from '../../../options/parse-option.ts'
import { isLegalCrop, parseCrop } from '../../../options/rules/crop.ts'
import type { FrameEdit } from '../../../options/rules/edit-frames.ts'
import { parseFrames } from '../../../options/rules/frames.ts'
import { parseTime } from '../../../options/rules/parse-time.ts'
import type { Reshape } from './worker/messages.ts'

/** What the fields of the form ask for, or the name of the first one whose text means nothing. */
export function readToolFields(
  form: HTMLFormElement,
  maxWidth: number,
): { edit: FrameEdit; reshape: Reshape } | { invalid: string } {
  const values = new FormData(form)
  const text = (name: string) => {
    const value = values.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const invalid: string[] = []
  const read = <T>(name: string, parse: (text: string) => T | null | undefined): T | null => {
    if (text(name) === '') return null
    const value = parse(text(name)) ?? null
    if (value === null) invalid.push(name)
    return value
  }
  const limits: OptionLimits = { maxFps: 50, maxWidth, preset: '' }
  const number = (option: NumberOption) =>
    read(option.name, (value) => parseOption(option, value.replace(',', '.'), limits)) as number | null
  const edit: FrameEdit = {
    frames: read('frames', parseFrames),
    startSeconds: read('start', parseTime),
    endSeconds: read('end', parseTime),
    speed: number(clipOptions.speed) ?? 1,
    fps: null,
    reverse: values.has('reverse'),
    boomerang: values.has('boomerang'),
  }
  const reshape: Reshape = {
    crop: read('crop', (value) => {
      const crop = parseCrop(value)
      return crop !== null && isLegalCrop(crop) ? crop : null
    }),
    width: number(clipOptions.width),
    maxBytes: text('max_bytes') === '' ? null : Number(text('max_bytes')),
    preset: findPreset(text('preset')) ?? null,
  }
  return invalid[0] === undefined ? { edit, reshape } : { invalid: invalid[0] }
}
