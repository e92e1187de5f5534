import { toOperatorError } from '../app/instance.ts'
import { openStores, type StoreOptions } from '../app/stores.ts'
import { loadConfig } from '../config/config.ts'
import { changeLog, type LogChange } from './log-change.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

/**
 * Opens the stores of the instance from the settings for one command; the service can be running. Call `logChange` for
 * each change made by the command. Throws a sentence if there is no database and none may be created, or if its version
 * differs.
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
