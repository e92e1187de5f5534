import type { FontFile } from './font-list.ts'

/** The blocks of Chinese, Japanese and Korean letters, which no font of a package has. */
const blocks: readonly (readonly [number, number])[] = [
  [0x2e80, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97f],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x20000, 0x2a6df],
]

/** The characters of one part: few enough to load several for a caption, and many enough to keep all that were made. */
const partSize = 256

/** The name of the machine's face, if it has one. */
export const systemFace = 'system'

/** Returns the parts of a font of the machine, whose names identify the font and their characters. */
export function systemParts(id: string): FontFile[] {
  return blocks.flatMap(([first, last]) => {
    const parts: FontFile[] = []
    for (let start = first - (first % partSize); start <= last; start += partSize) {
      const range = [Math.max(first, start), Math.min(last, start + partSize - 1)] as const
      parts.push({ name: `${systemFace}-${id}-${range[0].toString(16)}`, ranges: [range] })
    }
    return parts
  })
}
