import { AppError } from '../../../lib/app-error.ts'

/** What a page can do without: `fallback` while the service cannot give it, as while the search index is being built. */
export async function unlessUnavailable<T>(wanted: Promise<T>, fallback: T): Promise<T> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return fallback
    throw error
  }
}
