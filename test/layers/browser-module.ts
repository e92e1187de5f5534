import { openEngine } from '#src/layers/browser/open-engine.ts'
import { createCompositor } from '#src/layers/compositor.ts'
import type { Layer } from '#src/layers/layer.ts'

/** The browser part of the pixel test. */
Object.assign(globalThis, {
  async drawLayer(layer: Layer, setting: { folder: string; width: number; height: number; seconds: number }) {
    const { width, height } = setting
    const read = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const given = globalThis as unknown as { stickers: string[]; background: string }
    const compositor = await createCompositor([layer], {
      width,
      height,
      pictures: given.stickers.map(read),
      openEngine: () => openEngine(setting.folder),
    })
    const frame = read(given.background)
    compositor.draw(frame, setting.seconds)
    compositor.close()
    let text = ''
    for (let at = 0; at < frame.length; at += 8192)
      text += String.fromCharCode(...frame.subarray(at, at + 8192))
    return { pixels: btoa(text), missing: compositor.missing }
  },
})
