/** The parts of negotiator that we use. It has no types of its own; those of DefinitelyTyped lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    /** The client's first choice of `available`, ties in the order of `preferred`; undefined when it accepts none. */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined
    /** The language of `available` that the client likes best; undefined when it accepts none. */
    language<T extends string>(available: readonly T[]): T | undefined
  }
}
