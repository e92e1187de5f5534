/**
 * What is drawn over a GIF: text, pictures and regions that are blurred. Positions and lengths are shares of the GIF's
 * size, so that a layer looks the same at every size.
 */
export type Layer = TextLayer | PictureLayer | BlurLayer

/** All that is drawn over a GIF, with the pictures that its layers show. */
export type Overlay<File> = { layers: Layer[]; stickers: File[] }

type Placed = {
  /** The center of the layer, as shares of the width and height of the GIF; 0.5 is the middle. */
  x: number
  y: number
  /** The width of its box as a share of the width of the GIF. Text wraps within it. */
  width: number
  /** Degrees, clockwise. */
  rotation: number
  /**
   * When it is shown, in seconds of the video (as `start` and `end` of the clip are) or of the animation that is made from
   * pictures; null: from the beginning, to the end.
   */
  start: number | null
  end: number | null
}

export type TextLayer = Placed & {
  type: 'text'
  text: string
  /** The id of a font of fonts/font-list.ts. */
  font: string
  /** The height of a line's letters (the em) as a share of the height of the GIF. */
  size: number
  /** #rrggbb or #rrggbbaa. */
  color: string
  /** Null: none. Its width is a share of the em. */
  outline: { color: string; width: number } | null
  /** The color of the box behind the text; null: none. */
  box: string | null
  align: 'left' | 'center' | 'right'
  /** What `y` is of the text: its upper edge, its middle or its lower edge. Text grows away from there as it wraps. */
  anchor: 'top' | 'middle' | 'bottom'
}

export type PictureLayer = Placed & {
  type: 'picture'
  /** Which of the pictures sent with the request (`stickers[]`), from 0. Its height follows from its proportions. */
  picture: number
  opacity: number
}

export type BlurLayer = Omit<Placed, 'rotation'> & {
  type: 'blur'
  /** As a share of the height of the GIF. */
  height: number
  style: 'blur' | 'pixelate'
  /** From 0 (weak) to 1 (strong). */
  strength: number
}
