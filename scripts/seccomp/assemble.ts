/** Classic BPF, as seccomp runs it: see Linux's Documentation/userspace-api/seccomp_filter.rst. */

/** The offsets of a filter's input in the kernel's data; for an argument, that of its lower half (both architectures are little-endian). */
export const dataOffsets = { number: 0, architecture: 4, argument: (index: number) => 16 + 8 * index }

export const opcodes = {
  load: 0x20, // BPF_LD | BPF_W | BPF_ABS
  ifEqual: 0x15, // BPF_JMP | BPF_JEQ | BPF_K
  ifAtLeast: 0x35, // BPF_JMP | BPF_JGE | BPF_K
  ifAnyBit: 0x45, // BPF_JMP | BPF_JSET | BPF_K
  end: 0x06, // BPF_RET | BPF_K
} as const

/** One instruction. Without a jump, the next one follows. */
export type Step = {
  label?: string
  code: keyof typeof opcodes
  value: number
  ifTrue?: string | undefined
  ifFalse?: string | undefined
}

const instructionBytes = 8
/** The longest jump, in instructions. */
const longestJump = 255

/** The bytes of a program. Throws an Error if a jump goes backward, to no label, or too far. */
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
