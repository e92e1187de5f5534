import { windowOptions } from '../../../../options/clip-options.ts'
import { videoOptions } from '../../../../options/form-options.ts'
import { gifOptions, presetOfForm } from '../../../../options/gif-options.ts'
import type { OptionValues } from '../../../../options/option.ts'
import { pictureOptions } from '../../../../options/picture-options.ts'
import { invalidOption, type Limits, readOptionValues } from '../options/option-inputs.ts'

/** What a GIF is made of its source by: what the fields of the form say. */
export type Edit = {
  window: OptionValues<typeof windowOptions>
  clip: OptionValues<typeof videoOptions>
  pictures: OptionValues<typeof pictureOptions>
  /** The field `layers` as it is: JSON. */
  layers: string
  /** Captions of the classic style. */
  captionTop: string
  captionBottom: string
  /** Whether the watermark is drawn, where the service has one for this person. */
  isMarked: boolean
}

/** The edit in the form; null where a field that counts for the source holds something that is no value of it. */
export function readEdit(form: HTMLFormElement, kind: 'video' | 'pictures', limits: Limits): Edit | null {
  const table =
    kind === 'video' ? { ...windowOptions, ...videoOptions } : { ...pictureOptions, ...gifOptions }
  if (invalidOption(form, table, limits) !== null) return null
  const window = readOptionValues(form, windowOptions, limits)
  if (kind === 'video' && window.endSeconds <= window.startSeconds) return null
  const clip = readOptionValues(form, videoOptions, limits)
  const unmarked = form.elements.namedItem('watermark_type')
  return {
    window,
    clip: { ...clip, preset: presetOfForm(clip.preset, limits.preset, clip.maxBytes !== null) },
    pictures: readOptionValues(form, pictureOptions, limits),
    layers: textOf(form, 'layers'),
    captionTop: textOf(form, 'caption_top'),
    captionBottom: textOf(form, 'caption_bottom'),
    isMarked: !(unmarked instanceof HTMLInputElement && unmarked.checked),
  }
}

function textOf(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field !== null && 'value' in field ? field.value : ''
}
