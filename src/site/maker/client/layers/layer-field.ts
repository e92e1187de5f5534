import type { Layer } from '../../../../layers/layer.ts'
import { find } from '../../../kit/client/dom.ts'
import { roundLayer } from './layer-geometry.ts'
import { layerOfDraft } from './new-layers.ts'
import { type Item, layersToSend } from './layer-stack.ts'

/** The fields of the form that hold the layers and the files of the stickers. */
export class LayerField {
  readonly #layers: HTMLInputElement
  readonly #stickers: HTMLInputElement

  constructor(form: HTMLFormElement) {
    this.#layers = find(form, '[data-layers-field]', HTMLInputElement)
    this.#stickers = find(form, '[data-stickers]', HTMLInputElement)
  }

  /** The layers as an earlier try or a draft left them. What is no list of layers is none. */
  read(): Layer[] {
    const values = parseJson(this.#layers.value)
    if (!Array.isArray(values)) return []
    return values.flatMap((value: unknown) => layerOfDraft(value) ?? [])
  }

  /** Writes the layers, and lets the form know if they are others than before. */
  write(items: readonly Item[]): void {
    const { layers, files } = layersToSend(items)
    const text = layers.length === 0 ? '' : JSON.stringify(layers.map(roundLayer))
    const before = [...(this.#stickers.files ?? [])]
    const areSame = files.length === before.length && files.every((file, index) => file === before[index])
    if (text === this.#layers.value && areSame) return
    if (!areSame) this.#writeFiles(files)
    this.#layers.value = text
    this.#layers.dispatchEvent(new Event('input', { bubbles: true }))
  }

  #writeFiles(files: readonly File[]): void {
    const list = new DataTransfer()
    for (const file of files) list.items.add(file)
    this.#stickers.files = list.files
    // Empty it would be sent as an empty file.
    this.#stickers.disabled = files.length === 0
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
