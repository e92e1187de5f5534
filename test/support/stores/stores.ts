import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStores } from '#src/app/stores.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { testConfig } from '../instance.ts'
import { prepareDatabase } from './prepared-database.ts'

export type TestStores = Awaited<ReturnType<typeof openStores>> & { folder: string }

/** The real stores in a folder of their own, removed when the test ends. */
export async function openTestStores(t: CleanUp): Promise<TestStores> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-stores-'))
  await prepareDatabase(folder)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  cleanUp(t, async () => {
    await stores.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { ...stores, folder }
}
