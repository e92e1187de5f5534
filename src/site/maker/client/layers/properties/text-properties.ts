import type { TextLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import {
  checkControl,
  choiceControl,
  colorControl,
  type Control,
  type Edit,
  fieldOf,
  rangeControl,
} from '../controls.ts'
import { ranges } from '../layer-geometry.ts'
import type { FontChoice } from '../fonts.ts'
import { percentRange, rotationControl } from './shared-properties.ts'

const defaultOutline = { color: '#000000', width: 0.06 }
const defaultBox = '#000000b3'

/** The fields of a text. */
export function textProperties(
  edit: Edit<TextLayer>,
  { fonts, maxLength }: { fonts: readonly FontChoice[]; maxLength: number },
): Control<TextLayer>[] {
  return [
    wordsControl(edit, maxLength),
    choiceControl(edit, {
      name: 'font',
      label: layerTexts.font,
      choices: fonts.map(({ id, label }) => ({ value: id, label })),
      dress: (choice, id) => {
        choice.style.fontFamily = fonts.find((font) => font.id === id)?.family ?? ''
      },
      get: ({ font }) => font,
      set: (layer, font) => ({ ...layer, font }),
    }),
    rangeControl(edit, {
      ...percentRange({ ...ranges.size, step: 0.005 }),
      name: 'size',
      label: layerTexts.size,
      get: ({ size }) => size,
      set: (layer, size) => ({ ...layer, size }),
    }),
    rangeControl(edit, {
      ...percentRange({ ...ranges.width, step: 0.01 }),
      name: 'width',
      label: layerTexts.lineWidth,
      get: ({ width }) => width,
      set: (layer, width) => ({ ...layer, width }),
    }),
    choiceControl(edit, {
      name: 'align',
      label: layerTexts.align,
      choices: (['left', 'center', 'right'] as const).map((value) => ({
        value,
        label: layerTexts.alignments[value],
      })),
      get: ({ align }) => align,
      set: (layer, align) => ({ ...layer, align }),
    }),
    rotationControl(edit),
    colorControl(edit, {
      name: 'color',
      label: layerTexts.color,
      get: ({ color }) => color,
      set: (layer, color) => ({ ...layer, color: color + layer.color.slice(7) }),
    }),
    ...outlineControls(edit),
    ...boxControls(edit),
  ]
}

function wordsControl(edit: Edit<TextLayer>, maxLength: number): Control<TextLayer> {
  const input = createElement('textarea')
  input.id = 'layer-text'
  input.rows = 2
  input.dir = 'auto'
  input.maxLength = maxLength
  input.dataset.fieldFor = 'layers'
  const element = fieldOf(input, layerTexts.text)
  const hint = createElement('p', 'field__hint')
  hint.id = 'layer-text-hint'
  hint.setAttribute('role', 'status')
  input.setAttribute('aria-describedby', hint.id)
  element.append(hint)
  const tell = () => {
    hint.textContent = input.value.length >= maxLength ? layerTexts.textFull(maxLength) : ''
  }
  input.addEventListener('input', () => {
    tell()
    edit((layer) => ({ ...layer, text: input.value }))
  })
  return {
    element,
    show: ({ text }) => {
      if (input.value !== text) input.value = text
      tell()
    },
  }
}

function outlineControls(edit: Edit<TextLayer>): Control<TextLayer>[] {
  const outlineOf = ({ outline }: TextLayer) => outline ?? defaultOutline
  return [
    checkControl(edit, {
      name: 'outline',
      label: layerTexts.outline,
      get: ({ outline }) => outline !== null,
      set: (layer, isOn) => ({ ...layer, outline: isOn ? outlineOf(layer) : null }),
    }),
    whereShown(
      ({ outline }) => outline !== null,
      colorControl(edit, {
        name: 'outline-color',
        label: layerTexts.outlineColor,
        get: (layer) => outlineOf(layer).color,
        set: (layer, color) => ({ ...layer, outline: { ...outlineOf(layer), color } }),
      }),
    ),
    whereShown(
      ({ outline }) => outline !== null,
      rangeControl(edit, {
        ...percentRange({ min: 0.01, max: 0.3, step: 0.01 }),
        name: 'outline-width',
        label: layerTexts.outlineWidth,
        get: (layer) => outlineOf(layer).width,
        set: (layer, width) => ({ ...layer, outline: { ...outlineOf(layer), width } }),
      }),
    ),
  ]
}

function boxControls(edit: Edit<TextLayer>): Control<TextLayer>[] {
  const boxOf = ({ box }: TextLayer) => box ?? defaultBox
  return [
    checkControl(edit, {
      name: 'box',
      label: layerTexts.box,
      get: ({ box }) => box !== null,
      set: (layer, isOn) => ({ ...layer, box: isOn ? boxOf(layer) : null }),
    }),
    whereShown(
      ({ box }) => box !== null,
      colorControl(edit, {
        name: 'box-color',
        label: layerTexts.boxColor,
        get: boxOf,
        set: (layer, color) => ({ ...layer, box: color + boxOf(layer).slice(7) }),
      }),
    ),
    whereShown(
      ({ box }) => box !== null,
      rangeControl(edit, {
        ...percentRange({ min: 0.1, max: 1, step: 0.05 }),
        name: 'box-opacity',
        label: layerTexts.boxOpacity,
        get: (layer) => alphaOf(boxOf(layer)),
        set: (layer, alpha) => ({ ...layer, box: withAlpha(boxOf(layer), alpha) }),
      }),
    ),
  ]
}

function whereShown<L>(isShown: (layer: L) => boolean, control: Control<L>): Control<L> {
  return {
    element: control.element,
    show: (layer) => {
      control.element.hidden = !isShown(layer)
      control.show(layer)
    },
  }
}

/** How opaque a color is, to two digits: the slider has as many steps. */
function alphaOf(color: string): number {
  const hex = color.slice(7)
  return hex === '' ? 1 : Math.round((Number.parseInt(hex, 16) / 255) * 100) / 100
}

function withAlpha(color: string, alpha: number): string {
  const hex = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')
  return color.slice(0, 7) + (hex === 'ff' ? '' : hex)
}
