export type Account = {
  id: number
  email: string
  premium: boolean
  admin: boolean
  /** Blocked by the operator: its sessions and tokens are refused. */
  blocked: boolean
  createdAt: number
}

/** The sender of a request: an account, or a visitor without one. */
export type Viewer = { account: Account | null }

export const visitor: Viewer = { account: null }
