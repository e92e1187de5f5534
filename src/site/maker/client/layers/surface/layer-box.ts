import type { BlurLayer, PictureLayer, TextLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import { rotationOf, shareAbove, type Size } from '../layer-geometry.ts'
import { layerName, placeOf } from '../layer-names.ts'
import type { Item } from '../layer-stack.ts'
import type { RegionPainter } from './region-painter.ts'
import type { TextPainter } from './text-painter.ts'

export type Painters = { text: TextPainter; region: RegionPainter }

/** A layer on the preview: what it shows, at its place. */
export class LayerBox {
  readonly element = createElement('div', 'layer-box')
  readonly #painters: Painters
  #item: Item
  #content: HTMLElement | null = null

  constructor(item: Item, painters: Painters, keysId: string) {
    this.#item = item
    this.#painters = painters
    const { element } = this
    element.setAttribute('role', 'button')
    element.setAttribute('aria-describedby', keysId)
    element.tabIndex = 0
    element.dataset.layer = String(item.key)
  }

  get item(): Item {
    return this.#item
  }

  /** Its size on the screen, in pixels, before it is rotated. */
  get size(): Size {
    return { width: this.element.offsetWidth, height: this.element.offsetHeight }
  }

  show(item: Item, isSelected: boolean): void {
    this.#item = item
    const { element } = this
    const { layer } = item
    placeElement(element, item)
    element.setAttribute('aria-label', layerTexts.described(layerName(item), placeOf(item)))
    element.setAttribute('aria-pressed', String(isSelected))
    if (layer.type === 'text') this.#showText(layer)
    else if (layer.type === 'picture') this.#showPicture(layer)
    else this.#showRegion(layer)
  }

  /** Draws what depends on the picture below, or on the size of the preview. */
  paint(): void {
    const { layer } = this.#item
    const content = this.#content
    if (content === null) return
    if (layer.type === 'blur') this.#painters.region.paint(content, layer)
    if (layer.type === 'text') this.#painters.text.paint(content, layer)
  }

  #showText(layer: TextLayer): void {
    const content = this.#contentOf('div', 'layer-box__text')
    this.#painters.text.paint(content, layer)
  }

  #showPicture({ opacity }: PictureLayer): void {
    const content = this.#contentOf('img', 'layer-box__picture')
    const { address = '', aspect = 1 } = this.#item.sticker ?? {}
    if (!(content instanceof HTMLImageElement)) return
    content.alt = ''
    content.draggable = false
    content.hidden = address === ''
    if (address !== '' && content.getAttribute('src') !== address) content.src = address
    content.style.opacity = String(opacity)
    this.element.style.aspectRatio = String(aspect)
  }

  #showRegion(layer: BlurLayer): void {
    this.element.style.height = `${layer.height * 100}%`
    const content = this.#contentOf('div', 'layer-box__region')
    this.#painters.region.paint(content, layer)
  }

  #contentOf(tag: 'div' | 'img', className: string): HTMLElement {
    if (this.#content === null) {
      this.#content = createElement(tag, className)
      this.element.append(this.#content)
    }
    return this.#content
  }
}

/** Puts an element where the layer is, and turns it. */
export function placeElement(element: HTMLElement, { layer }: Item): void {
  const { style } = element
  style.left = `${layer.x * 100}%`
  style.top = `${layer.y * 100}%`
  style.width = `${layer.width * 100}%`
  style.translate = `-50% ${-shareAbove(layer) * 100}%`
  style.rotate = `${rotationOf(layer)}deg`
}
