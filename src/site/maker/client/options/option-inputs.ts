import { videoOptions } from '../../../../options/form-options.ts'
import { mustBeInForm } from '../../../../options/must-be.ts'
import {
  formNameOf,
  type LengthLimits,
  type Option,
  type OptionLimits,
  type OptionTable,
  type OptionValues,
  type Problem,
} from '../../../../options/option.ts'
import { parseOption } from '../../../../options/parse-option.ts'
import type { LayerLimits } from '../../../../layers/layer-limits.ts'
import { find } from '../../../kit/client/dom.ts'
import { inputOf } from '../elements.ts'

/** The limits of the instance, which the page carries. */
export type Limits = OptionLimits &
  LengthLimits & {
    maxUploadBytes: number
    maxPictureBytes: number
    maxRecordingSeconds: number
    layers: LayerLimits
  }

/** The options that change how a GIF plays. */
export type Playback = OptionValues<typeof videoOptions>

/** The limits that the form carries. */
export function readLimits(form: HTMLFormElement): Limits {
  return JSON.parse(form.dataset.limits ?? '{}') as Limits
}

/** The values of options in the form; the default where a field is empty or holds something else. */
export function readOptionValues<Table extends OptionTable>(
  form: HTMLFormElement,
  table: Table,
  limits: Limits,
): OptionValues<Table> {
  const values = Object.entries(table).map(([key, option]) => [
    key,
    readOption(form, option, limits) ?? option.default,
  ])
  return Object.fromEntries(values) as OptionValues<Table>
}

/** The first option whose field holds something else than a value of it. */
export function invalidOption(form: HTMLFormElement, table: OptionTable, limits: Limits): Problem | null {
  const option = Object.values(table).find((option) => readOption(form, option, limits) === undefined)
  if (option === undefined) return null
  return { field: formNameOf(option), text: mustBeInForm(option, limits) }
}

/** Null where the field is empty and stands for the default; undefined where it holds no value. */
function readOption(form: HTMLFormElement, option: Option, limits: Limits) {
  const field = form.elements.namedItem(formNameOf(option))
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked
  // Text in a field for numbers that is no number has no value.
  if (field instanceof HTMLInputElement && field.validity.badInput) return undefined
  const text = field !== null && 'value' in field ? field.value : ''
  if (text === '') return option.required === true ? undefined : null
  return parseOption(option, text, limits)
}

/** Passes on how the GIF plays: at once, and whenever one of its options changes. */
export function listenToPlayback(
  form: HTMLFormElement,
  limits: Limits,
  changed: (playback: Playback) => void,
): void {
  const note = find(form, '[data-direction-note]', HTMLElement)
  const names = new Set(Object.values<Option>(videoOptions).map(formNameOf))
  const read = () => {
    const playback = readOptionValues(form, videoOptions, limits)
    note.hidden = !playback.reverse && !playback.boomerang
    changed(playback)
  }
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && names.has(target.name)) read()
  })
  listenToSuggestions(form)
  read()
}

/** The buttons beside a field that set a common value. */
function listenToSuggestions(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[data-set]')) {
    const input = inputOf(form, button.dataset.set ?? '')
    const show = () =>
      button.setAttribute('aria-pressed', String(Number(input.value) === Number(button.value)))
    input.addEventListener('input', show)
    button.addEventListener('click', () => {
      input.value = button.value
      // As if it was typed: an error of the field goes away.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    show()
  }
}
