import type { Answer, Ask, FailReason } from './worker/messages.ts'

type Failed = Extract<Answer, { type: 'failed' }>
type Body<T> = T extends Ask ? Omit<T, 'number'> : never
type AnswerTo<T> = Extract<Answer, { type: T extends 'open' ? 'opened' : T extends 'make' ? 'made' : T }>

/** What the worker could not do. */
export class EngineError extends Error {
  readonly reason: FailReason
  readonly field: string | null
  readonly text: Failed['text']

  constructor({ reason, field, text }: Pick<Failed, 'reason' | 'field' | 'text'>, message?: string) {
    super(message ?? text?.detail ?? reason)
    this.reason = reason
    this.field = field
    this.text = text
  }
}

/** The work was given up. */
export class Canceled extends Error {}

/** The worker that reads, edits and writes GIFs. Giving work up ends it, so that its memory is free at once. */
export class Engine {
  readonly #address: string
  #worker: Worker | undefined
  #number = 0
  readonly #open = new Map<number, PromiseWithResolvers<Answer>>()

  constructor(address: string) {
    this.#address = address
  }

  /** Asks the worker, and gives its answer. Throws EngineError, and Canceled after `cancel`. */
  async ask<T extends Body<Ask>>(body: T): Promise<AnswerTo<T['type']>> {
    const worker = (this.#worker ??= this.#start())
    const number = (this.#number += 1)
    const pending = withResolvers<Answer>()
    this.#open.set(number, pending)
    worker.postMessage({ ...body, number })
    const answer = await pending.promise
    if (answer.type === 'failed') throw new EngineError(answer)
    return answer as AnswerTo<T['type']>
  }

  /** Ends the worker; what it was at is given up, and what was opened is forgotten. */
  cancel(error: Error = new Canceled()): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const { reject } of open) reject(error)
  }

  #start(): Worker {
    const worker = new Worker(this.#address)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      this.#open.get(data.number)?.resolve(data)
      this.#open.delete(data.number)
    })
    worker.addEventListener('error', ({ message }) => {
      this.cancel(new EngineError({ reason: 'memory', field: null, text: null }, message))
    })
    return worker
  }
}

/** `Promise.withResolvers`, which some browsers do not have yet. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>['resolve']
  let reject!: PromiseWithResolvers<T>['reject']
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

type PromiseWithResolvers<T> = {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (reason: unknown) => void
}
