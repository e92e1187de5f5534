/** The parts of negotiator that we use. It has no types, and those of DefinitelyTyped lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    /**
     * The client's first choice from `available`, with ties in the order of `preferred`; undefined if it accepts none.
     */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined
    /** The language from `available` that the client prefers; undefined if it accepts none. */
    language<T extends string>(available: readonly T[]): T | undefined
  }
}
