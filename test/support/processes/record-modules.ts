/**
 * Loaded before a program by `--import`: writes the addresses of its loaded modules, one per line, to the file that
 * RECORD_MODULES names.
 */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env.RECORD_MODULES ?? ''

registerHooks({
  load: (url, context, next) => {
    appendFileSync(file, `${url}\n`)
    return next(url, context)
  },
})
