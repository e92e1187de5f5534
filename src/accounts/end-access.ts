import type { Identity } from './sign-on/identity.ts'

/**
 * The complete list of the kinds of access, besides the password, that let someone act for an account or receive its
 * private GIFs. A test checks the database columns against it. To add a kind, add it here and define in `kindsOf…` when
 * it ends.
 */
export const accessKinds = ['sessions', 'tokens', 'webhooks', 'identities'] as const

export type AccessKind = (typeof accessKinds)[number]

/** The kinds that programs use. They outlive the browser that created them. */
const programKinds = ['tokens', 'webhooks'] as const

/** The person who ended the access: the owner, the operator, or the owner of the e-mail address by signing on. */
export type EndedBy = 'owner' | 'operator' | 'sign-on'

/** The access to end, and the values to set in the same transaction. */
export type Ending = {
  by: EndedBy
  kinds: readonly AccessKind[]
  /** The new password; null for none. With `instead`, nothing ends unless that is still the hash of the old one. */
  password?: { hash: string | null; instead?: string }
  /** The person who has the account from now on; nothing ends if another person has it. */
  link?: Identity & { email: string | null }
  /** Leaves an account unchanged if nobody has ever signed in to it: the operator gave its tokens to its owner. */
  unlessUnused?: boolean
}

/** The ended access as shown to the owner: for each kind, the distinct names by which owners know the entries. */
export type EndedAccess = { by: EndedBy; at: number; password: boolean } & Record<AccessKind, string[]>

/** Returns the kinds that end when owners set a new password: sessions, and with `programs` what programs use. */
export function kindsOfOwnPassword(programs: boolean): readonly AccessKind[] {
  return programs ? ['sessions', ...programKinds] : ['sessions']
}

/** The kinds that end when the operator signs an account out but keeps its password and sign-on. */
export const kindsOfSignOut: readonly AccessKind[] = ['sessions', ...programKinds]
