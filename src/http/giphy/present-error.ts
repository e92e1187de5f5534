import { randomId } from '../../lib/ids.ts'
import { crossOriginHeaders } from '../compat/cross-origin.ts'
import { keyErrorOf, wrongKeyMessage } from '../compat/app-keys.ts'
import type { PresentError } from '../surface.ts'

const responseIdLength = 24

/** An error as this interface has it: the status of HTTP is repeated in `meta`. A value that breaks a rule is 400. */
export const presentGiphyError: PresentError = (error, { status }) => {
  const keyError = keyErrorOf(error)
  const shown = keyError === null ? (status === 422 ? 400 : status) : 401
  const msg = keyError === 'wrong' ? wrongKeyMessage : error.message
  return {
    status: shown,
    headers: crossOriginHeaders,
    body: {
      data: [],
      meta: { status: shown, msg, response_id: randomId(responseIdLength) },
    },
  }
}
