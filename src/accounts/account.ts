export type Account = {
  id: number
  email: string
  premium: boolean
  admin: boolean
  /** By the operator: neither a session nor a token of it is taken. */
  blocked: boolean
  createdAt: number
}

/** Whoever makes a request: an account, or a visitor without one. */
export type Viewer = { account: Account | null }

export const visitor: Viewer = { account: null }
