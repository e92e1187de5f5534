export type Account = { id: number; email: string; premium: boolean; admin: boolean; createdAt: number }

/** Whoever makes a request: an account, or a visitor without one. */
export type Viewer = { account: Account | null }

export const visitor: Viewer = { account: null }
