/** How long a GIF shows a frame: what is shorter players slow down, and the file has no room for what is longer. */
export const frameMs = { min: 20, max: 655_350 }

/** How small a GIF is made against how good it looks. */
export const gifPresets = ['quality', 'balanced', 'small'] as const

export type GifPreset = (typeof gifPresets)[number]

/** What a creation may ask of its GIF, whatever it is made from. */
export type GifOptions = {
  preset: GifPreset
  /** The most that the GIF may take, in bytes; null: what it takes. */
  maxBytes: number | null
  /** How often the animation plays; 0: for ever. */
  loops: number
  /** Last frame first. */
  reverse: boolean
  /** Forwards and then backwards, without showing the turning points twice. */
  boomerang: boolean
}

/** A part of the picture in its pixels as shown: upright and square. */
export type Crop = { x: number; y: number; width: number; height: number }

/** What a creation may ask of the clip that its GIF is made from. */
export type ClipOptions = {
  /** 2: twice as fast. */
  speed: number
  crop: Crop | null
  /** Frames a second; null: 15, or the source's own rate where that is lower. */
  fps: number | null
  /** In pixels, never scaled up; null: 480, or what the source has where that is less. */
  width: number | null
  /** Takes the part of the clip that loops with the least visible seam. */
  autoLoop: boolean
}

/** What holds where nothing is asked for. */
export const usualGifOptions: GifOptions = {
  preset: 'balanced',
  maxBytes: null,
  loops: 0,
  reverse: false,
  boomerang: false,
}

/** What holds where nothing is asked for. */
export const usualClipOptions: ClipOptions = {
  speed: 1,
  crop: null,
  fps: null,
  width: null,
  autoLoop: false,
}
