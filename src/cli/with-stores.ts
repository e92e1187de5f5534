import { toOperatorError } from '../app/instance.ts'
import { openStores, type StoreOptions } from '../app/stores.ts'
import { loadConfig } from '../config/config.ts'
import { changeLog, type LogChange } from './log-change.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Opens the stores of the instance of the settings for one command; the service may run. `logChange` is to be called for
 * each change that the command has made. Throws a sentence where there is no database, unless it may be made, or one of
 * another version.
 */
export async function withStores<T>(
  use: (stores: Stores, logChange: LogChange) => Promise<T>,
  options: StoreOptions = { mayCreate: false },
): Promise<T> {
  const config = loadConfig()
  const stores = await openStores(config, undefined, options)
  try {
    return await use(stores, changeLog(config))
  } catch (error) {
    throw toOperatorError(error)
  } finally {
    await stores.close()
  }
}
