export type Bounds = { left: number; top: number; right: number; bottom: number }

export type FrameSize = { width: number; height: number }

/** The position of a layer in the frame, in pixels: a box around its center, turned clockwise by `rotation` degrees. */
export type PlacedBox = { centerX: number; centerY: number; width: number; height: number; rotation: number }

/** Returns the bounds of a turned box, with a margin around it. */
export function boundsOf({ centerX, centerY, width, height, rotation }: PlacedBox, margin = 0): Bounds {
  const radians = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))]
  const halfWidth = (width * cos + height * sin) / 2 + margin
  const halfHeight = (width * sin + height * cos) / 2 + margin
  return {
    left: centerX - halfWidth,
    top: centerY - halfHeight,
    right: centerX + halfWidth,
    bottom: centerY + halfHeight,
  }
}
