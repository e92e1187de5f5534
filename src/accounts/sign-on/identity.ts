/** A person at a sign-on provider. `subject` is unique there and never changes; an e-mail address may do both. */
export type Identity = { issuer: string; subject: string }

/** The provider's claims about a person who signed in there. */
export type SignOnClaims = Identity & {
  email: string | null
  /** True if the provider has verified that the address belongs to the person. */
  emailVerified: boolean
  groups: string[]
  /** When the person was last authenticated there; null: not said. */
  authenticatedAt: number | null
  idToken: string
}

export type LinkedIdentity = Identity & {
  /** The address at the provider at the last sign-in, verified or not. */
  email: string | null
  linkedAt: number
  lastUsedAt: number
}
