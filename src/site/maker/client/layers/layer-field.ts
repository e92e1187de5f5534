import type { Layer } from '../../../../layers/layer.ts'
import { find } from '../../../kit/client/dom.ts'
import { roundLayer } from './layer-geometry.ts'
import { layerOfDraft } from './new-layers.ts'
import { type Item, layersToSend } from './layer-stack.ts'

/** The fields of the form that hold the layers, what their kept stickers are called, and the files of the others. */
export class LayerField {
  readonly #layers: HTMLInputElement
  readonly #stickers: HTMLInputElement
  readonly #kept: HTMLInputElement
  /** The files of kept stickers, for the preview; they are not sent. */
  readonly #keptFiles: HTMLInputElement

  constructor(form: HTMLFormElement) {
    this.#layers = find(form, '[data-layers-field]', HTMLInputElement)
    this.#stickers = find(form, '[data-stickers]', HTMLInputElement)
    this.#kept = find(form, '[data-kept-stickers]', HTMLInputElement)
    this.#keptFiles = find(form, '[data-kept-sticker-files]', HTMLInputElement)
  }

  /** The layers as an earlier try or a draft left them. What is no list of layers is none. */
  read(): Layer[] {
    const values = parseJson(this.#layers.value)
    if (!Array.isArray(values)) return []
    return values.flatMap((value: unknown) => layerOfDraft(value) ?? [])
  }

  /** What the kept stickers are called that the layers name first. */
  readKept(): string[] {
    return this.#kept.value === '' ? [] : this.#kept.value.split(',')
  }

  /** Writes the layers, and lets the form know if they are others than before. */
  write(items: readonly Item[]): void {
    const { layers, kept, files } = layersToSend(items)
    const text = layers.length === 0 ? '' : JSON.stringify(layers.map(roundLayer))
    const names = kept.map((sticker) => sticker.kept).join(',')
    const changes = [
      writeFiles(this.#stickers, files),
      writeFiles(
        this.#keptFiles,
        kept.flatMap(({ file }) => file ?? []),
      ),
      text !== this.#layers.value,
      names !== this.#kept.value,
    ]
    if (!changes.includes(true)) return
    // Empty it would be sent as an empty file.
    this.#stickers.disabled = files.length === 0
    this.#kept.value = names
    this.#layers.value = text
    this.#layers.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Gives an input files; false where it has them. */
function writeFiles(input: HTMLInputElement, files: readonly File[]): boolean {
  const before = [...(input.files ?? [])]
  if (files.length === before.length && files.every((file, index) => file === before[index])) return false
  const list = new DataTransfer()
  for (const file of files) list.items.add(file)
  input.files = list.files
  return true
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
