/** What we use of negotiator, which has no types of its own; those of others know no `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> })
    /** The best of `available`, those that are liked as much in the order of `preferred`; undefined when none is accepted. */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined
  }
}
