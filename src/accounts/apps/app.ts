/** A program that uses this server with a key of its own, which the operator gave it. */
export type App = {
  id: number
  name: string
  /** Calls per minute, with all its users; null: each address has the rate of those without a key. */
  ratePerMinute: number | null
  mayUpload: boolean
  /** The category of its uploads; null where none was chosen, or it is gone. */
  categoryId: number | null
}
