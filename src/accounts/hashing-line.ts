import { AppError } from '../lib/app-error.ts'

type Waiting = { client: string | null; begin: () => void }

/**
 * Bounds how much dear work goes on at once. What is beyond waits in a line, first come first served, in which each
 * client has one place: a few clients that try and try fill it as little as if each tried once.
 */
export class HashingLine {
  readonly #maxAtOnce: number
  readonly #maxWaiting: number
  readonly #line: Waiting[] = []
  #running = 0

  constructor({ maxAtOnce, maxWaiting }: { maxAtOnce: number; maxWaiting: number }) {
    this.#maxAtOnce = maxAtOnce
    this.#maxWaiting = maxWaiting
  }

  /**
   * Does the work when it is its turn. Throws AppError rate_limited when work of this client waits already, and
   * unavailable when the line is full. Who has no name (null) may have any part of the line.
   */
  async run<Result>(client: string | null, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(client)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(client: string | null): Promise<void> {
    if (this.#running < this.#maxAtOnce) {
      this.#running += 1
      return
    }
    if (client !== null && this.#line.some((waiting) => waiting.client === client)) {
      throw new AppError(
        'rate_limited',
        'A password from your address is being looked at already; try again in a moment.',
        { retryAfterSeconds: 10 },
      )
    }
    if (this.#line.length >= this.#maxWaiting) {
      throw new AppError('unavailable', 'Too many people sign in at once; try again in a moment.', {
        retryAfterSeconds: 10,
      })
    }
    await new Promise<void>((begin) => this.#line.push({ client, begin }))
  }

  #leave(): void {
    const next = this.#line.shift()
    if (next === undefined) this.#running -= 1
    else next.begin()
  }
}
