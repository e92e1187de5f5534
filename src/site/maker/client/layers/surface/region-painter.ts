import type { BlurLayer } from '../../../../../layers/layer.ts'
import { blur, pixelate } from '../../../../../layers/regions/obscure.ts'
import { regionOf } from '../../../../../layers/regions/region.ts'
import { createElement } from '../../elements.ts'
import type { ShownPicture } from './shown-picture.ts'

/** Shows a blurred or pixelated region as the GIF has it, of what the preview shows. */
export class RegionPainter {
  readonly #picture: ShownPicture

  constructor(picture: ShownPicture) {
    this.#picture = picture
  }

  paint(content: HTMLElement, layer: BlurLayer): void {
    const { area } = this.#picture
    const frame = { width: Math.round(area.width), height: Math.round(area.height) }
    const region = frame.width === 0 || frame.height === 0 ? null : regionOf(layer, frame)
    const canvas = content.querySelector('canvas') ?? content.appendChild(createElement('canvas'))
    canvas.hidden = region === null
    if (region === null) return
    const { x, y, width, height } = region
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    placeWithin(canvas, layer, { x: x / frame.width, y: y / frame.height, frame })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (context === null) return
    this.#picture.draw(context, {
      x: x / frame.width,
      y: y / frame.height,
      width: width / frame.width,
      height: height / frame.height,
    })
    const image = context.getImageData(0, 0, width, height)
    const pixels = new Uint8Array(image.data.buffer)
    const obscure = layer.style === 'blur' ? blur : pixelate
    obscure(pixels, width, { ...region, x: 0, y: 0 })
    context.putImageData(image, 0, 0)
  }
}

type Place = { x: number; y: number; frame: { width: number; height: number } }

/** The region is of whole pixels and within the picture; the layer's box need be neither. */
function placeWithin(canvas: HTMLCanvasElement, layer: BlurLayer, { x, y, frame }: Place): void {
  const [left, top] = [layer.x - layer.width / 2, layer.y - layer.height / 2]
  canvas.style.left = `${(x - left) * 100}cqw`
  canvas.style.top = `${(y - top) * 100}cqh`
  canvas.style.width = `${(canvas.width / frame.width) * 100}cqw`
  canvas.style.height = `${(canvas.height / frame.height) * 100}cqh`
}
