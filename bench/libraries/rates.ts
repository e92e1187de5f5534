/** Counts calls of a million addresses that call once, and of a thousand that call a thousand times. */
import { RateCounter } from '#src/lib/rate-counter.ts'
import { compare } from './compare.ts'

const many = Array.from({ length: 1_000_000 }, (_, index) => `2001:db8:${index.toString(16)}::/64`)
const few = many.slice(0, 1000)
const calls = 1_000_000

/** The longest time that the event loop was blocked while the windows of a second ended. */
async function longestBlock(): Promise<string> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 1)
    last = performance.now()
  }, 1)
  await new Promise((resolve) => setTimeout(resolve, 2500))
  clearInterval(timer)
  return `event loop blocked for ${longest.toFixed(0)} ms when the windows ended`
}

await compare(import.meta.filename, 'a call', {
  'ours, new keys': async () => {
    const counter = new RateCounter({ windowMs: 1000, maxKeys: 20_000 })
    return {
      operations: calls,
      run: async () => {
        for (const key of many) counter.add(key, 10)
        return longestBlock()
      },
    }
  },
  'rate-limiter-flexible, new keys': async (load) => {
    const { RateLimiterMemory } = await load('rate-limiter-flexible')
    const limiter = new RateLimiterMemory({ points: 10, duration: 1 })
    return {
      operations: calls,
      run: async () => {
        for (const key of many) await limiter.consume(key).catch(() => {})
        return longestBlock()
      },
    }
  },
  'ours, known keys': async () => {
    const counter = new RateCounter({ windowMs: 60_000, maxKeys: 20_000 })
    return {
      operations: calls,
      run: async () => {
        for (let round = 0; round < 1000; round++) for (const key of few) counter.add(key, 10)
      },
    }
  },
  'rate-limiter-flexible, known keys': async (load) => {
    const { RateLimiterMemory } = await load('rate-limiter-flexible')
    const limiter = new RateLimiterMemory({ points: 10, duration: 60 })
    return {
      operations: calls,
      run: async () => {
        for (let round = 0; round < 1000; round++)
          for (const key of few) await limiter.consume(key).catch(() => {})
      },
    }
  },
})
