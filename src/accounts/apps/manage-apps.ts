import { randomBytes } from 'node:crypto'
import { AppError } from '../../lib/app-error.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { hashSecret } from '../tokens.ts'
import type { AppRecord, AppSettings, AppStore } from './app-store.ts'

const prefix = 'gwa_'
const hintLength = prefix.length + 4

export const maxAppName = 60
export const maxAppRate = 1_000_000

/** All of them are kept in memory by their keys. */
const maxApps = 1000

/**
 * Adds an app and stores the hash of its key. The key itself is returned once and stored nowhere. Throws AppError
 * invalid_value.
 */
export async function addApp(
  store: AppStore,
  name: string,
  settings: AppSettings,
): Promise<{ app: AppRecord; key: string }> {
  const checked = { name: checkName(name), ...checkAppSettings(settings) }
  const key = prefix + randomBytes(24).toString('base64url')
  const app = await store.add(
    { ...checked, keyHash: hashSecret(key), hint: key.slice(0, hintLength) },
    maxApps,
  )
  return { app, key }
}

/** Throws AppError invalid_value for a rate beyond its limits, and for uploads without a category. */
export function checkAppSettings(settings: AppSettings): AppSettings {
  const { ratePerMinute: rate, mayUpload, categoryId } = settings
  if (rate !== null && !(Number.isInteger(rate) && rate >= 1 && rate <= maxAppRate)) {
    throw invalid('rate', `The rate must be a whole number from 1 to ${maxAppRate}.`)
  }
  if (mayUpload && categoryId === null) throw invalid('category', 'Choose the category of its uploads.')
  return { ratePerMinute: rate, mayUpload, categoryId: mayUpload ? categoryId : null }
}

function checkName(name: string): string {
  const cleaned = name.length > 4 * maxAppName ? '' : cleanLine(name)
  const length = [...cleaned].length
  if (length >= 1 && length <= maxAppName) return cleaned
  throw invalid('name', `The name must have 1 to ${maxAppName} characters.`)
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_value', message, { field })
}
