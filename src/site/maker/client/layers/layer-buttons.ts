import { find } from '../../../kit/client/dom.ts'
import type { LayerLimits } from '../../../../layers/layer-limits.ts'
import type { Layer } from '../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import type { Sticker } from './layer-stack.ts'
import { newBlur, newCaptions, newPicture, newText } from './new-layers.ts'
import { readSticker } from './stickers.ts'

export type EditorLimits = LayerLimits & { maxStickerBytes: number }

export type LayerSource = {
  /** How many layers there are, and how many files of stickers. */
  count: () => number
  stickers: () => number
  /** Of the picture on the preview, width by height. */
  aspect: () => number
  add: (layers: readonly { layer: Layer; sticker: Sticker | null }[]) => void
}

/** The buttons that add layers, and the sentence below them about what could not be added. */
export class LayerButtons {
  readonly #limits: EditorLimits
  readonly #layers: LayerSource
  readonly #note: HTMLElement
  readonly #state: HTMLElement
  #tellsCharacters = false

  constructor(panel: HTMLElement, limits: EditorLimits, layers: LayerSource) {
    this.#limits = limits
    this.#layers = layers
    this.#note = find(panel, '[data-layer-note]', HTMLElement)
    this.#state = find(panel, '[data-layer-state]', HTMLElement)
    const make = {
      text: () => [newText()],
      captions: () => newCaptions(),
      blur: () => [newBlur()],
    }
    for (const [name, layersOf] of Object.entries(make)) {
      find(panel, `[data-add-layer="${name}"]`, HTMLButtonElement).addEventListener('click', () => {
        const made = layersOf()
        if (!this.isFull(made.length)) layers.add(made.map((layer) => ({ layer, sticker: null })))
      })
    }
    const input = find(panel, '[data-add-sticker]', HTMLInputElement)
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      input.value = ''
      void this.#addStickers(files)
    })
  }

  /** Whether there is no room for so many more layers, which is said then. */
  isFull(more: number): boolean {
    const isFull = this.#layers.count() + more > this.#limits.maxLayers
    this.tell(isFull ? layerTexts.tooMany(this.#limits.maxLayers) : '')
    return isFull
  }

  tell(sentence: string): void {
    this.#note.textContent = sentence
  }

  /** Says which characters are shown as boxes; nothing where there are none. */
  tellCharacters(characters: readonly string[]): void {
    if (characters.length > 0) this.tell(layerTexts.noFont(characters.join(' ')))
    else if (this.#tellsCharacters) this.tell('')
    this.#tellsCharacters = characters.length > 0
  }

  /** Says that files of an earlier try are wanted again. */
  tellMissing(count: number): void {
    if (count > 0) this.tell(layerTexts.filesMissing(count))
  }

  /** How many layers there are, where the panel is closed too. */
  showCount(): void {
    const count = this.#layers.count()
    this.#state.textContent = count === 0 ? '' : layerTexts.count(count)
  }

  async #addStickers(files: readonly File[]): Promise<void> {
    if (this.isFull(files.length)) return
    if (this.#layers.stickers() + files.length > this.#limits.maxStickers)
      return this.tell(layerTexts.tooManyStickers(this.#limits.maxStickers))
    const problems: string[] = []
    for (const file of files) {
      const read = await readSticker(file, this.#limits.maxStickerBytes)
      if ('problem' in read) problems.push(read.problem)
      else
        this.#layers.add([
          { layer: newPicture(read.sticker.aspect, this.#layers.aspect()), sticker: read.sticker },
        ])
    }
    this.tell(problems.join(' '))
  }
}
