import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'

/** Updates a plane of shown colours: `colours` has the colour of each index; pixels that show `clear` keep theirs. */
export function updateCanvas(memory: ReferenceMemory, ...args: Parameters<Kernels['updateCanvas']>): void {
  const [canvas, shown, count, colours, clear] = args
  for (let place = 0; place < count; place++) {
    const index = memory.byte(shown + place)
    if (index !== clear)
      memory.setWord(canvas + place * 4, (memory.word(colours + index * 4) | 0xff_00_00_00) >>> 0)
  }
}
