/**
 * The things that can be drawn over a GIF: text, pictures and blurred regions. Positions and lengths are shares of the
 * GIF's size, so that a layer looks the same at every size.
 */
export type Layer = TextLayer | PictureLayer | BlurLayer

/** Everything drawn over a GIF, with the pictures in its layers. */
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
   * The time it is shown, in seconds of the video (like `start` and `end` of the clip) or of the animation made from
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
  /** Null for no outline. Its width is a share of the em. */
  outline: { color: string; width: number } | null
  /** The color of the box behind the text; null for no box. */
  box: string | null
  align: 'left' | 'center' | 'right'
  /** The part of the text at `y`: its upper edge, middle or lower edge. Text grows away from it as it wraps. */
  anchor: 'top' | 'middle' | 'bottom'
}

export type PictureLayer = Placed & {
  type: 'picture'
  /**
   * The index, from 0, of the picture among those sent with the request (`stickers[]`). Its height follows from its
   * proportions.
   */
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
