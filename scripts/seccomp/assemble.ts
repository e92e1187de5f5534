/** Classic BPF, as seccomp runs it: see Linux's Documentation/userspace-api/seccomp_filter.rst. */

/** Where in its data the kernel puts what a filter may look at; of an argument, its lower half (both are little-endian). */
export const dataOffsets = { number: 0, architecture: 4, argument: (index: number) => 16 + 8 * index }

export const opcodes = {
  load: 0x20, // BPF_LD | BPF_W | BPF_ABS
  ifEqual: 0x15, // BPF_JMP | BPF_JEQ | BPF_K
  ifAtLeast: 0x35, // BPF_JMP | BPF_JGE | BPF_K
  ifAnyBit: 0x45, // BPF_JMP | BPF_JSET | BPF_K
  end: 0x06, // BPF_RET | BPF_K
} as const

/** One instruction. A jump that is left out goes on with the next one. */
export type Step = {
  label?: string
  code: keyof typeof opcodes
  value: number
  ifTrue?: string | undefined
  ifFalse?: string | undefined
}

const instructionBytes = 8
/** Of a jump, in instructions. */
const longestJump = 255

/** The bytes of a program. Throws an Error where a jump goes backwards, nowhere, or further than one can. */
export function assemble(steps: Step[]): Buffer {
  const places = new Map(steps.flatMap(({ label }, place) => (label === undefined ? [] : [[label, place]])))
  const bytes = Buffer.alloc(steps.length * instructionBytes)
  for (const [place, { code, value, ifTrue, ifFalse }] of steps.entries()) {
    const distanceTo = (label: string | undefined) => {
      if (label === undefined) return 0
      const distance = (places.get(label) ?? -1) - place - 1
      if (distance >= 0 && distance <= longestJump) return distance
      throw new Error(`Instruction ${place} cannot jump to ${label}.`)
    }
    const start = place * instructionBytes
    bytes.writeUInt16LE(opcodes[code], start)
    bytes.writeUInt8(distanceTo(ifTrue), start + 2)
    bytes.writeUInt8(distanceTo(ifFalse), start + 3)
    bytes.writeUInt32LE(value, start + 4)
  }
  return bytes
}
