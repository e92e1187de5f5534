import { announce, find } from '../../../kit/client/dom.ts'
import type { Layer } from '../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { readLimits } from '../options/option-inputs.ts'
import type { SourceDetail } from '../source/source-event.ts'
import { type EditorLimits, LayerButtons } from './layer-buttons.ts'
import { LayerField } from './layer-field.ts'
import { LayerList } from './layer-list.ts'
import { isStickerMissing, LayerStack, type Sticker } from './layer-stack.ts'
import { layerName } from './layer-names.ts'
import { PropertiesPanel } from './properties/properties-panel.ts'
import { SpanTracks } from './spans/span-tracks.ts'
import { timesOfPictures, timesOfVideo, type SourceTimes } from './spans/source-times.ts'
import { loadKeptSticker, missingSticker, readSticker } from './stickers.ts'
import { captionFonts } from './fonts.ts'
import { RegionPainter } from './surface/region-painter.ts'
import { PlacedLayers } from './surface/placed-layers.ts'
import { ShownPicture } from './surface/shown-picture.ts'
import { TextDrawer } from './text-drawer.ts'
import { TextPainter } from './surface/text-painter.ts'

/** Captions, stickers and blurred regions: their list, their properties, and where and when they are shown. */
export class LayersEditor {
  readonly #form: HTMLFormElement
  readonly #panel: HTMLDetailsElement
  readonly #limits: EditorLimits
  readonly #stack = new LayerStack(() => this.#showSoon())
  readonly #field: LayerField
  readonly #list: LayerList
  readonly #properties: PropertiesPanel
  readonly #surface: PlacedLayers
  readonly #tracks = new SpanTracks(this.#stack)
  readonly #picture: ShownPicture
  readonly #buttons: LayerButtons
  #source: SourceDetail | null = null
  #frame = 0

  constructor(form: HTMLFormElement, panel: HTMLDetailsElement) {
    this.#form = form
    this.#panel = panel
    const { layers, maxPictureBytes } = readLimits(form)
    this.#limits = { ...layers, maxStickerBytes: maxPictureBytes }
    const part = (name: string) => find(panel, `[data-layer-${name}]`, HTMLElement)
    this.#field = new LayerField(form)
    this.#list = new LayerList({ list: part('list'), help: part('help'), undo: part('undo') }, this.#stack, {
      duplicate: (key) => this.#duplicate(key),
    })
    this.#properties = new PropertiesPanel(part('properties'), this.#stack, {
      fonts: captionFonts,
      maxTextLength: this.#limits.maxTextLength,
      fileChosen: (key, file) => void this.#chooseFile(key, file),
    })
    const surface = find(form, '[data-layer-surface]', HTMLElement)
    this.#picture = new ShownPicture(form, surface)
    const drawer = new TextDrawer(form.dataset.layerFiles ?? '')
    const painters = {
      text: new TextPainter(captionFonts, drawer, {
        area: () => this.#picture.area,
        onMissing: (characters) => this.#buttons.tellCharacters(characters),
      }),
      region: new RegionPainter(this.#picture),
    }
    this.#surface = new PlacedLayers(surface, this.#stack, painters, {
      open: (key) => this.#open(key),
      remove: (key) => this.#remove(key),
    })
    this.#buttons = new LayerButtons(panel, this.#limits, {
      count: () => this.#stack.items.length,
      stickers: () => new Set(this.#stack.items.map(({ sticker }) => sticker?.file).filter(Boolean)).size,
      aspect: () => this.#picture.area.width / this.#picture.area.height || 1,
      add: (layers) => this.#add(layers),
    })
    void drawer.showFonts()
    this.#listen()
  }

  /** Shows the layers that the form holds. `source` is what a GIF is made from now, where that is known. */
  start(source: SourceDetail | null): void {
    this.#source = source
    const kept = this.#field.readKept().map((name) => ({ ...missingSticker, kept: name }))
    const stickerOf = (layer: Layer) =>
      layer.type === 'picture' ? (kept[layer.picture] ?? missingSticker) : null
    this.#stack.replace(this.#field.read().map((layer) => ({ layer, sticker: stickerOf(layer) })))
    void this.#loadKept(kept)
    this.#watchMoment()
  }

  #listen(): void {
    const form = this.#form
    form.addEventListener('gifwright:source', (event) => {
      if (event instanceof CustomEvent) this.#changeSource(event.detail as SourceDetail)
    })
    form.addEventListener('gifwright:timeline', () => this.#showTracks())
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && ['delay', 'crop'].includes(target.name)) this.#showSoon()
    })
    // Each press begins a change that is undone by itself.
    form.addEventListener('pointerdown', () => this.#stack.separate(), { capture: true })
    document.addEventListener('keydown', (event) => this.#undoByKey(event))
    // What was typed last is sent, too.
    form.addEventListener('submit', () => this.#showNow(), { capture: true })
    for (const panel of form.querySelectorAll('details[data-panel]'))
      panel.addEventListener('toggle', () => this.#followPanels())
    this.#followPanels()
    form.querySelector('[data-stage]')?.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Element && target.closest('.layer-area') === null) this.#stack.select(null)
    })
    this.#surface.onResize(() => {
      this.#picture.area = this.#surface.size
      this.#surface.paint()
    })
  }

  /** In a field for text, the keys are the browser's own. */
  #undoByKey(event: KeyboardEvent): void {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!(ctrlKey || metaKey) || altKey || this.#form.hasAttribute('data-busy')) return
    const isText =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && ['text', 'number', 'url', 'search'].includes(target.type))
    if (isText) return
    const key = event.key.toLowerCase()
    const isRedo = key === 'y' || (key === 'z' && shiftKey)
    if (!isRedo && key !== 'z') return
    if (isRedo ? this.#list.redo() : this.#list.undo()) event.preventDefault()
  }

  /** While the crop is chosen, the pointer is meant for it. */
  #followPanels(): void {
    const crop = this.#form.querySelector('details[data-panel="crop"]')
    const isCropOpen = crop instanceof HTMLDetailsElement && crop.open && crop.getClientRects().length > 0
    this.#surface.isOpen = this.#panel.open || !isCropOpen
  }

  #changeSource(source: SourceDetail): void {
    const isOther = source.kind !== this.#source?.kind || source.file !== this.#source.file
    this.#source = source
    // Times of a video that is gone mean nothing on the next one.
    if (isOther && source.kind === 'empty') this.#clearTimes()
    this.#showSoon()
  }

  #clearTimes(): void {
    for (const { key, layer } of this.#stack.items)
      if (layer.start !== null || layer.end !== null)
        this.#stack.update(key, { ...layer, start: null, end: null })
  }

  #add(layers: readonly { layer: Layer; sticker: Sticker | null }[]): void {
    const added = layers.map(({ layer, sticker }) => this.#stack.add(layer, sticker))
    const [first] = added
    if (first === undefined) return
    this.#stack.select(first.key)
    this.#showNow()
    announce(layerTexts.added(layerName(first)))
    if (first.layer.type === 'text') this.#properties.focusFirst()
    else this.#surface.focus(first.key)
  }

  #duplicate(key: number): void {
    if (this.#buttons.isFull(1)) return
    const copy = this.#stack.duplicate(key)
    if (copy !== null) announce(layerTexts.added(layerName(copy)))
  }

  #remove(key: number): void {
    this.#panel.open = true
    this.#list.remove(key)
  }

  #open(key: number): void {
    this.#stack.select(key)
    this.#panel.open = true
    this.#properties.focusFirst()
  }

  /** Shows the stickers that the service has, and says which ones are wanted again. */
  async #loadKept(stickers: readonly Sticker[]): Promise<void> {
    await Promise.all(
      stickers.map(async (sticker, index) => {
        const loaded = await loadKeptSticker(
          `${this.#form.action}/sources`,
          sticker.kept ?? '',
          String(index + 1),
        )
        for (const item of this.#stack.items)
          if (item.sticker === sticker) this.#stack.setSticker(item.key, loaded ?? missingSticker)
      }),
    )
    this.#buttons.tellMissing(
      this.#stack.items.filter(({ sticker }) => sticker !== null && isStickerMissing(sticker)).length,
    )
  }

  async #chooseFile(key: number, file: File): Promise<void> {
    const read = await readSticker(file, this.#limits.maxStickerBytes)
    if ('problem' in read) return this.#buttons.tell(read.problem)
    this.#buttons.tell('')
    this.#stack.setSticker(key, read.sticker)
  }

  #showSoon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#showNow())
  }

  #showNow(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#list.show()
    this.#properties.show()
    this.#surface.show()
    this.#surface.showMoment(this.#picture.moment)
    this.#showTracks()
    this.#buttons.showCount()
    this.#field.write(this.#stack.items)
  }

  #showTracks(): void {
    const strip = this.#form.querySelector('[data-strip]')
    const ofVideo = this.#source?.kind !== 'pictures'
    const place = ofVideo ? strip : this.#form.querySelector('[data-thumbs]')
    if (place !== null) this.#tracks.placeAfter(place)
    this.#tracks.show(this.#times())
  }

  #times(): SourceTimes | null {
    if (this.#source?.kind === 'pictures') return timesOfPictures(this.#form, this.#source.files.length)
    const timeline = this.#form.querySelector<HTMLElement>('[data-timeline]')
    return timeline === null ? null : timesOfVideo(timeline)
  }

  /** Layers come and go with the video; regions show what is below them now. */
  #watchMoment(): void {
    let shown: number | null = -1
    const look = () => {
      const { moment } = this.#picture
      if (this.#stack.items.length > 0 && moment !== shown) this.#surface.showMoment(moment)
      shown = moment
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
}
