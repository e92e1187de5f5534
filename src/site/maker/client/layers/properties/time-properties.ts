import type { Layer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import { clearFieldError, showFieldError } from '../../form/field-error.ts'
import { type Control, type Edit, numberControl } from '../controls.ts'

/** As long as a video may be for these fields. */
const maxSeconds = 86_400

/** When a layer is shown: two fields for seconds, of which each may be empty. */
export function timeProperties(edit: Edit<Layer>): Control<Layer> {
  const element = createElement('fieldset', 'layer-time')
  element.append(createElement('legend', 'field__label', layerTexts.time.legend))
  const field = (which: 'start' | 'end') =>
    numberControl(edit, {
      name: which,
      label: layerTexts.time[which],
      min: 0,
      max: maxSeconds,
      step: 0.1,
      get: (layer) => layer[which],
      set: (layer, seconds) => {
        const changed = { ...layer, [which]: seconds }
        const isSpan = changed.start === null || changed.end === null || changed.end > changed.start
        if (isSpan) clearFieldError(end.input)
        else showFieldError(end.input, layerTexts.time.endFirst)
        return isSpan ? changed : layer
      },
    })
  const start = field('start')
  const end = field('end')
  const hint = createElement('p', 'field__hint', layerTexts.time.hint)
  hint.id = 'layer-time-hint'
  for (const { input } of [start, end]) {
    input.setAttribute('aria-describedby', hint.id)
    input.addEventListener('change', () => clearFieldError(end.input))
  }
  element.append(start.element, end.element, hint)
  return {
    element,
    show: (layer) => {
      start.show(layer)
      end.show(layer)
    },
  }
}
