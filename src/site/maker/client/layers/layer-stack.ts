import type { Layer } from '../../../../layers/layer.ts'
import { History } from './history.ts'

/** A picture that was chosen, or that the service has kept; one that is neither has to be chosen again. */
export type Sticker = {
  /** Null where it is gone, or not loaded yet. */
  file: File | null
  /** What the form calls one that the service has; it is not sent again. */
  kept: string | null
  /** Where the browser shows it from; empty without a file. */
  address: string
  /** Width by height. */
  aspect: number
}

export type Item = { key: number; layer: Layer; sticker: Sticker | null }

type State = { items: readonly Item[]; selected: number | null }

/** The layers in the order in which they are drawn, the last one on top, and the one that is selected. */
export class LayerStack {
  readonly #changed: () => void
  #items: readonly Item[] = []
  #selected: number | null = null
  #removed: Item | null = null
  readonly #history = new History<State>()
  #nextKey = 1

  /** `changed` is called after every change, of the selection too. */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get items(): readonly Item[] {
    return this.#items
  }

  get selected(): Item | null {
    return this.find(this.#selected)
  }

  /** The layer whose removal was the last change. */
  get removed(): Item | null {
    return this.#removed
  }

  get canUndo(): boolean {
    return this.#history.canUndo
  }

  get canRedo(): boolean {
    return this.#history.canRedo
  }

  find(key: number | null): Item | null {
    return this.#items.find((item) => item.key === key) ?? null
  }

  /** Adds a layer on top of the others and selects it. */
  add(layer: Layer, sticker: Sticker | null = null): Item {
    const item = { key: this.#nextKey++, layer, sticker }
    this.#insert(item, this.#items.length)
    return item
  }

  /** Another set of layers, none of them selected. */
  replace(layers: readonly { layer: Layer; sticker: Sticker | null }[]): void {
    this.#items = layers.map((one) => ({ ...one, key: this.#nextKey++ }))
    this.#selected = null
    this.#removed = null
    this.#history.clear()
    this.#changed()
  }

  /** Changes of the same properties in a row are undone together. */
  update(key: number, layer: Layer): void {
    const before = this.find(key)?.layer
    if (before !== undefined) this.#record(`${key} ${changedProperties(before, layer).join(' ')}`)
    this.#items = this.#items.map((item) => (item.key === key ? { ...item, layer } : item))
    this.#changed()
  }

  setSticker(key: number, sticker: Sticker): void {
    this.#items = this.#items.map((item) => (item.key === key ? { ...item, sticker } : item))
    this.#changed()
  }

  duplicate(key: number): Item | null {
    const index = this.#items.findIndex((item) => item.key === key)
    const item = this.#items[index]
    if (item === undefined) return null
    const copy = { ...item, key: this.#nextKey++, layer: besides(item.layer) }
    this.#insert(copy, index + 1)
    return copy
  }

  remove(key: number): void {
    const item = this.find(key)
    if (item === null) return
    this.#record()
    this.#removed = item
    this.#items = this.#items.filter((one) => one.key !== key)
    if (this.#selected === key) this.#selected = null
    this.#changed()
  }

  /** Takes the last change back; false where there is none. */
  undo(): boolean {
    return this.#return(this.#history.undo(this.#state))
  }

  /** Makes the change again that was taken back last; false where there is none. */
  redo(): boolean {
    return this.#return(this.#history.redo(this.#state))
  }

  /** The next change is undone by itself. */
  separate(): void {
    this.#history.separate()
  }

  /** Moves a layer by so many places towards the top, or with a negative number to the bottom. */
  raise(key: number, by: number): void {
    const from = this.#items.findIndex((item) => item.key === key)
    const to = Math.max(0, Math.min(this.#items.length - 1, from + by))
    const item = this.#items[from]
    if (item === undefined || to === from) return
    this.#record()
    this.#items = this.#items.toSpliced(from, 1).toSpliced(to, 0, item)
    this.#changed()
  }

  select(key: number | null): void {
    if (this.#selected === key) return
    this.#selected = key
    this.#changed()
  }

  get #state(): State {
    return { items: this.#items, selected: this.#selected }
  }

  #record(kind: string | null = null): void {
    this.#removed = null
    this.#history.record(this.#state, kind)
  }

  #return(state: State | null): boolean {
    if (state === null) return false
    this.#items = state.items
    this.#selected = this.find(state.selected)?.key ?? null
    this.#removed = null
    this.#changed()
    return true
  }

  #insert(item: Item, index: number): void {
    this.#record()
    this.#items = this.#items.toSpliced(index, 0, item)
    this.#selected = item.key
    this.#changed()
  }
}

function changedProperties(before: Layer, after: Layer): string[] {
  const [old, now] = [before, after].map((layer) => layer as unknown as Record<string, unknown>)
  return Object.keys(after).filter((name) => old?.[name] !== now?.[name])
}

/** The layers as they are sent, and their stickers in the order in which the layers name them: kept ones, then files. */
export type SentLayers = { layers: Layer[]; kept: Sticker[]; files: File[] }

/** A text without letters and a sticker that is gone are left out. */
export function layersToSend(items: readonly Item[]): SentLayers {
  const shown = items.filter(
    ({ layer, sticker }) =>
      (layer.type !== 'text' || layer.text.trim() !== '') &&
      (layer.type !== 'picture' || (sticker !== null && !isStickerMissing(sticker))),
  )
  const all = shown.flatMap(({ sticker }) => sticker ?? [])
  const stickers = all.filter(
    (sticker, index) => all.findIndex((other) => identityOf(other) === identityOf(sticker)) === index,
  )
  const kept = stickers.filter((sticker) => sticker.kept !== null)
  const sent = stickers.filter((sticker) => sticker.kept === null)
  const places = [...kept, ...sent].map(identityOf)
  const layers = shown.map(({ layer, sticker }) =>
    layer.type === 'picture' && sticker !== null
      ? { ...layer, picture: places.indexOf(identityOf(sticker)) }
      : layer,
  )
  return { layers, kept, files: sent.flatMap(({ file }) => file ?? []) }
}

/** Stickers of the same picture are sent once. */
function identityOf({ kept, file }: Sticker): string | File | null {
  return kept ?? file
}

/** Whether the picture has to be chosen again. */
export function isStickerMissing({ file, kept }: Sticker): boolean {
  return file === null && kept === null
}

/** A copy is a little off its original, to be seen. */
function besides(layer: Layer): Layer {
  const off = (place: number) => (place > 0.9 ? place - 0.05 : place + 0.05)
  return { ...layer, x: off(layer.x), y: off(layer.y) }
}
