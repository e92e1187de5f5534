export type AppRecord = App & {
  /** The first letters of its key, by which the operator recognizes it. */
  hint: string
  createdAt: number
}

export type AppSettings = Pick<App, 'ratePerMinute' | 'mayUpload' | 'categoryId'>

export type NewApp = AppSettings & { name: string; keyHash: string; hint: string }

export const useCounts = ['searches', 'shares', 'errors'] as const
export type AppUse = Record<(typeof useCounts)[number], number>

/** The use of an app on one day (days since 1970, UTC). */
export type AppDay = AppUse & { appId: number; day: number }

/** The sum of some days. */
export function sumUse(days: readonly AppUse[]): AppUse {
  const sum = { searches: 0, shares: 0, errors: 0 }
  for (const day of days) for (const kind of useCounts) sum[kind] += day[kind]
  return sum
}

export type AppStore = {
  /** Throws AppError invalid_value for a name in use, whatever its case, and beyond `max` apps. */
  add(app: NewApp, max: number): Promise<AppRecord>
  /** False when there is no such app. */
  change(id: number, settings: AppSettings): Promise<boolean>
  /** Removes its counts too. False when there is no such app. */
  remove(id: number): Promise<boolean>
  byId(id: number): Promise<AppRecord | undefined>
  /** Ignores the case of letters. */
  byName(name: string): Promise<AppRecord | undefined>
  /** By name. */
  list(): Promise<AppRecord[]>
  /** Every app by the hash of its key. */
  byKeyHash(): Promise<Map<string, App>>
  /** Adds to the counts of days; those of apps that are gone are dropped. All of it or nothing is written. */
  addUse(days: readonly AppDay[]): Promise<void>
  /** Removes the counts of days before this one. */
  removeUseBefore(day: number): Promise<void>
  /** The counts from this day on, by day; those of one app where its id is given. */
  useSince(day: number, appId?: number): Promise<AppDay[]>
}

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
