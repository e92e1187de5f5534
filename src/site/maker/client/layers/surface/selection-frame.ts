import { createElement } from '../../elements.ts'
import { type Grip, grips } from '../../../../kit/client/crop/crop-geometry.ts'
import type { Item } from '../layer-stack.ts'
import { placeElement } from './layer-box.ts'

/** What a pointer took hold of. */
export type Hold = { kind: 'resize'; grip: Grip } | { kind: 'rotate' } | { kind: 'move' }

/** The frame around the selected layer, above all layers, with handles to resize and to rotate it. */
export class SelectionFrame {
  readonly element = createElement('div', 'layer-frame')

  constructor() {
    const { element } = this
    element.hidden = true
    element.setAttribute('aria-hidden', 'true')
    for (const name of Object.keys(grips)) {
      const handle = createElement('span', 'layer-frame__handle')
      handle.dataset.grip = name
      element.append(handle)
    }
    const rotate = createElement('span', 'layer-frame__rotate')
    rotate.dataset.grip = 'rotate'
    element.append(rotate)
  }

  /** `height` is that of the layer's box, in pixels. */
  show(item: Item, height: number): void {
    const { element } = this
    element.hidden = false
    element.dataset.type = item.layer.type
    // Near the upper edge the handle would be outside the picture.
    element.toggleAttribute('data-rotate-below', item.layer.y < 0.3)
    placeElement(element, item)
    element.style.height = `${height}px`
  }

  hide(): void {
    this.element.hidden = true
  }

  /** What an element of the frame stands for. */
  holdOf(target: EventTarget | null): Hold | null {
    if (!(target instanceof HTMLElement) || !this.element.contains(target)) return null
    const name = target.dataset.grip ?? ''
    if (name === 'rotate') return { kind: 'rotate' }
    const grip = Object.entries(grips).find(([known]) => known === name)?.[1]
    return grip === undefined ? { kind: 'move' } : { kind: 'resize', grip }
  }
}
