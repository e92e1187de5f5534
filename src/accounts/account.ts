import type { App } from './apps/app-store.ts'

export type Account = {
  id: number
  email: string
  premium: boolean
  admin: boolean
  /** Blocked by the operator: its sessions and tokens are refused. */
  blocked: boolean
  createdAt: number
}

/** The sender of a request: an account, or a visitor without one; `app`: the app whose key the request carries. */
export type Viewer = { account: Account | null; app?: App }

export const visitor: Viewer = { account: null }

/** The viewer of commands run on the machine: sees what operators see on the site, and owns nothing. */
export const machineOperator: Viewer = {
  account: { id: 0, email: '', premium: false, admin: true, blocked: false, createdAt: 0 },
}

/** The sender of a password. */
export type Caller = {
  /** The origin of the request; null if clients are not distinguished (RATE_LIMIT=off), and on the command line. */
  client: { address: string; network: string } | null
  /** The browser or session that had signed in before; null for none. */
  knownAs: string | null
}

/** A caller about whom nothing is known. */
export const unknownCaller: Caller = { client: null, knownAs: null }
