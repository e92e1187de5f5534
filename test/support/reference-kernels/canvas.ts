import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'

/** Updates a plane of displayed colors: `colors` has the color of each index; pixels that show `clear` keep theirs. */
export function updateCanvas(memory: ReferenceMemory, ...args: Parameters<Kernels['updateCanvas']>): void {
  const [canvas, shown, count, colors, clear] = args
  for (let place = 0; place < count; place++) {
    const index = memory.byte(shown + place)
    if (index !== clear)
      memory.setWord(canvas + place * 4, (memory.word(colors + index * 4) | 0xff_00_00_00) >>> 0)
  }
}
