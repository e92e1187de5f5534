/** Where a password comes from. */
export type Caller = {
  /** Where the request comes from; null where the operator does not tell clients apart, and on the command line. */
  client: { address: string; network: string } | null
  /** The name of the browser or session that was known before this password was given; null for none. */
  knownAs: string | null
}

/** A caller of whom nothing is known. */
export const anyCaller: Caller = { client: null, knownAs: null }
