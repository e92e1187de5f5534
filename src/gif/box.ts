/** A box in pixels; right and bottom are the first that do not belong to it. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** The least box around both. */
export function unite(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}
