import { LookIndex } from '#src/looks/look-index.ts'
import { type Look, lookWords } from '#src/looks/look.ts'
import { median } from '../measure.ts'

/**
 * Random looks; among `clustered` ones each fifth is similar to an earlier one, and the quarters of a look are similar.
 */
function* looks(count: number, make: 'random' | 'clustered', random: () => number): Generator<Look> {
  const kept: Look[] = []
  for (let index = 0; index < count; index++) {
    const near = make === 'clustered' && index % 5 === 4 ? kept[random() % kept.length] : undefined
    const look =
      near === undefined
        ? Uint32Array.from({ length: lookWords }, random)
        : flipped(near, random() % 12, random)
    if (make === 'clustered' && near === undefined) {
      for (let word = 2; word < lookWords; word++) look[word] = look[word % 2] ?? 0
      yield flipped(look, 8, random)
    } else yield look
    if (kept.length < 10_000) kept.push(look)
  }
}

/** The look with at most the given number of bits changed. */
function flipped(look: Look, bits: number, random: () => number): Look {
  const changed = look.slice()
  for (let bit = 0; bit < bits; bit++) {
    const word = random() % lookWords
    changed[word] = (changed[word] ?? 0) ^ (1 << (random() % 32))
  }
  return changed
}

const cpuMs = (before: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU and memory of an index of the given number of GIFs, and of queries for copies of GIFs in it. */
export function measureIndex(count: number, make: 'random' | 'clustered', queries: number) {
  let state = 0x9e3779b1
  const random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  globalThis.gc?.()
  const before = process.memoryUsage()
  const filling = process.cpuUsage()
  const index = new LookIndex(count)
  let id = 0
  for (const look of looks(count, make, random)) index.set((id += 1), look)
  const fillSeconds = cpuMs(filling) / 1000
  globalThis.gc?.()
  const after = process.memoryUsage()
  const times: number[] = []
  let found = 0
  for (let query = 0; query < queries; query++) {
    const asked = 1 + (random() % count)
    const look = flipped(index.lookOf(asked)!, 12, random)
    const start = process.cpuUsage()
    const near = index.near(look, 50)
    times.push(cpuMs(start))
    if (near.some((each) => each.id === asked)) found += 1
  }
  return {
    fillSeconds,
    megabytes: (after.arrayBuffers - before.arrayBuffers + after.heapUsed - before.heapUsed) / 1e6,
    medianMs: median(times),
    p99Ms: times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? NaN,
    found: found / queries,
  }
}
