/** Which edges of a box a handle moves: -1 the left or upper one, 1 the right or lower one. */
export type Grip = { across: -1 | 0 | 1; down: -1 | 0 | 1 }

/** The handles of a box, by where they are. */
export const grips = {
  nw: { across: -1, down: -1 },
  n: { across: 0, down: -1 },
  ne: { across: 1, down: -1 },
  e: { across: 1, down: 0 },
  se: { across: 1, down: 1 },
  s: { across: 0, down: 1 },
  sw: { across: -1, down: 1 },
  w: { across: -1, down: 0 },
} as const satisfies Record<string, Grip>
