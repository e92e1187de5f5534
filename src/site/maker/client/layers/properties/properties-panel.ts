import type { BlurLayer, Layer, PictureLayer, TextLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { choiceControl, type Control, type Edit, inputOfType, rangeControl } from '../controls.ts'
import type { FontChoice } from '../fonts.ts'
import { isStickerMissing, type Item, type LayerStack } from '../layer-stack.ts'
import { textProperties } from './text-properties.ts'
import { timeProperties } from './time-properties.ts'
import { createElement } from '../../elements.ts'
import { stickerTypes } from '../stickers.ts'
import { ranges } from '../layer-geometry.ts'
import { percentRange, rotationControl, widthControl } from './shared-properties.ts'

export type PropertiesOptions = {
  fonts: readonly FontChoice[]
  maxTextLength: number
  /** The file of a sticker was chosen again. */
  fileChosen: (key: number, file: File) => void
}

/** The properties of the selected layer. */
export class PropertiesPanel {
  readonly #root: HTMLElement
  readonly #stack: LayerStack
  readonly #options: PropertiesOptions
  /** What the fields are for; they are made anew for another layer. */
  #made: { key: number; hasFile: boolean } | null = null
  #controls: Control<Layer>[] = []

  constructor(root: HTMLElement, stack: LayerStack, options: PropertiesOptions) {
    this.#root = root
    this.#stack = stack
    this.#options = options
  }

  show(): void {
    const item = this.#stack.selected
    this.#root.hidden = item === null
    if (item === null) {
      this.#made = null
      return
    }
    const hasFile = item.sticker === null || !isStickerMissing(item.sticker)
    if (this.#made?.key !== item.key || this.#made.hasFile !== hasFile) this.#make(item, hasFile)
    for (const control of this.#controls) control.show(item.layer)
  }

  /** Moves the focus into the text of the selected layer, or else to its first field. */
  focusFirst(): void {
    this.show()
    const field = this.#root.querySelector<HTMLElement>('textarea, input')
    field?.focus()
    if (field instanceof HTMLTextAreaElement) field.select()
  }

  #make({ key, layer }: Item, hasFile: boolean): void {
    this.#made = { key, hasFile }
    const edit = <L extends Layer>(change: (layer: L) => L) => {
      const item = this.#stack.find(key)
      if (item !== null) this.#stack.update(key, change(item.layer as L))
    }
    const own = {
      text: () =>
        textProperties(edit<TextLayer>, { ...this.#options, maxLength: this.#options.maxTextLength }),
      picture: () => stickerProperties(edit<PictureLayer>),
      blur: () => regionProperties(edit<BlurLayer>),
    }[layer.type]()
    this.#controls = [...(own as Control<Layer>[]), timeProperties(edit<Layer>)]
    this.#root.setAttribute('role', 'group')
    this.#root.setAttribute('aria-label', layerTexts.properties[layer.type])
    this.#root.replaceChildren(
      ...(hasFile ? [] : [missingFile((file) => this.#options.fileChosen(key, file))]),
      ...this.#controls.map(({ element }) => element),
    )
  }
}

/** Asks for the file of a sticker of an earlier try. */
function missingFile(chosen: (file: File) => void): HTMLElement {
  const element = createElement('div', 'notice layer-missing')
  const label = createElement('label', 'button', layerTexts.chooseFile)
  const input = inputOfType('file', 'file')
  input.accept = stickerTypes
  input.className = 'visually-hidden'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) chosen(file)
  })
  label.append(input)
  element.append(createElement('p', '', layerTexts.fileMissing), label)
  return element
}

/** The fields of a blurred region. */
function regionProperties(edit: Edit<BlurLayer>): Control<BlurLayer>[] {
  return [
    choiceControl(edit, {
      name: 'style',
      label: layerTexts.style,
      choices: (['blur', 'pixelate'] as const).map((value) => ({ value, label: layerTexts.styles[value] })),
      get: ({ style }) => style,
      set: (layer, style) => ({ ...layer, style }),
    }),
    rangeControl(edit, {
      ...percentRange({ min: 0, max: 1, step: 0.05 }),
      name: 'strength',
      label: layerTexts.strength,
      get: ({ strength }) => strength,
      set: (layer, strength) => ({ ...layer, strength }),
    }),
    widthControl(edit),
    rangeControl(edit, {
      ...percentRange({ ...ranges.height, step: 0.01 }),
      name: 'height',
      label: layerTexts.height,
      get: ({ height }) => height,
      set: (layer, height) => ({ ...layer, height }),
    }),
  ]
}

/** The fields of a sticker. */
function stickerProperties(edit: Edit<PictureLayer>): Control<PictureLayer>[] {
  return [
    widthControl(edit),
    rangeControl(edit, {
      ...percentRange({ min: 0.05, max: 1, step: 0.05 }),
      name: 'opacity',
      label: layerTexts.opacity,
      get: ({ opacity }) => opacity,
      set: (layer, opacity) => ({ ...layer, opacity }),
    }),
    rotationControl(edit),
  ]
}
