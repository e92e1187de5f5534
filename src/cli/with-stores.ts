import { toOperatorError } from '../app/instance.ts'
import { openStores } from '../app/stores.ts'
import { loadConfig } from '../config/config.ts'

export type Stores = Awaited<ReturnType<typeof openStores>>

/** Opens the stores of this instance for one command; the service may run meanwhile. */
export async function withStores<T>(use: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = await openStores(loadConfig())
  try {
    return await use(stores)
  } catch (error) {
    throw toOperatorError(error)
  } finally {
    await stores.close()
  }
}
