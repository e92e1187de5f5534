import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { knownDevices } from '#src/accounts/known-devices.ts'
import { SignInThrottle } from '#src/accounts/sign-in-throttle.ts'
import { openStores } from '#src/app/stores.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { testConfig } from '../instance.ts'
import { prepareDatabase } from './prepared-database.ts'

/** The dependencies of the rules of accounts: real stores in a folder of their own, and a manually set clock. */
export async function openAccountStores(t: CleanUp) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-accounts-'))
  await prepareDatabase(folder)
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  const stores = await openStores(testConfig({ DATA_DIR: folder }), clock)
  cleanUp(t, async () => {
    await stores.close()
    await rm(folder, { recursive: true, force: true })
  })
  const devices = knownDevices({ secret: stores.secret, clock })
  return { ...stores, clock, devices, throttle: new SignInThrottle(stores.attempts, clock) }
}
