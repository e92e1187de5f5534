import { AppError } from '../../lib/app-error.ts'
import type { Viewer } from '../account.ts'

/** The category of what an app uploads. Throws AppError forbidden without the key of an app that may upload. */
export function uploadCategory({ app }: Viewer): number {
  if (app?.mayUpload !== true) throw new AppError('forbidden', { detail: 'uploadNeedsKey' })
  if (app.categoryId === null) throw new AppError('forbidden', { detail: 'appWithoutCategory' })
  return app.categoryId
}
