import type { Identity } from './sign-on/identity.ts'

/**
 * The one list of what lets somebody act for an account, or be told of its private GIFs, beside its password. The columns of
 * the database are checked against it: whoever adds another kind adds it here, and says in `kindsOf` when it ends.
 */
export const accessKinds = ['sessions', 'tokens', 'webhooks', 'identities'] as const

export type AccessKind = (typeof accessKinds)[number]

/** What programs use: it outlives the browser that made it. */
const programKinds = ['tokens', 'webhooks'] as const

/** Who ended the access: the owner, the operator, or the person of its address by signing on. */
export type EndedBy = 'owner' | 'operator' | 'sign-on'

/** What ends, and what is set in the same transaction. */
export type Ending = {
  by: EndedBy
  kinds: readonly AccessKind[]
  /** The new password; null for none. With `instead`, nothing ends unless that is still its hash. */
  password?: { hash: string | null; instead?: string }
  /** The person who has the account from now on; nothing ends if another one has. */
  link?: Identity & { email: string | null }
  /** Leaves an account as it is that nobody has ever signed in to: the operator gave its tokens to its owner. */
  unlessUnused?: boolean
}

/** What has ended, as its owner is told: of each kind the names by which owners know them, each once. */
export type EndedAccess = { by: EndedBy; at: number; password: boolean } & Record<AccessKind, string[]>

/** What ends with a new password that the owner sets: sessions, and with `programs` what programs use. */
export function kindsOfOwnPassword(programs: boolean): readonly AccessKind[] {
  return programs ? ['sessions', ...programKinds] : ['sessions']
}

/** What ends where the operator signs an account out but leaves its password and its sign-on as they are. */
export const kindsOfSignOut: readonly AccessKind[] = ['sessions', ...programKinds]
