/** The sender of a password. */
export type Caller = {
  /** Where the request comes from; null when clients are not distinguished (RATE_LIMIT=off), and on the command line. */
  client: { address: string; network: string } | null
  /** The browser or session that had signed in before; null for none. */
  knownAs: string | null
}

/** A caller about whom nothing is known. */
export const unknownCaller: Caller = { client: null, knownAs: null }
