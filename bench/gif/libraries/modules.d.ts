/** The used part of encoders that come without types. */
declare module 'gifenc' {
  type Palette = number[][]
  type Frame = { palette: Palette; delay: number }
  export function quantize(rgba: Uint8Array, colors: number): Palette
  export function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
  export function GIFEncoder(): {
    writeFrame: (indices: Uint8Array, width: number, height: number, frame: Frame) => void
    finish: () => void
    bytes: () => Uint8Array<ArrayBuffer>
  }
}
declare module 'gif.js' {
  export default class GIF {
    constructor(options: { workers: number; workerScript: string; width: number; height: number })
    addFrame(frame: object, options: { delay: number }): void
    on(event: 'finished', listener: (gif: { arrayBuffer: () => Promise<ArrayBuffer> }) => void): void
    render(): void
  }
}
