import type { AppError } from '../../../lib/app-error.ts'
import type { Html } from '../../../lib/html.ts'
import { errorSummary } from './fields.ts'

/** What went wrong above a short form; nothing where one of its fields says it already. */
export function looseError(error: AppError | null, fields: readonly string[]): Html | null {
  return error?.field !== undefined && fields.includes(error.field) ? null : errorSummary(error)
}
