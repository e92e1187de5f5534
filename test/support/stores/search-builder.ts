import assert from 'node:assert/strict'
import { IndexBuilder } from '#src/adapters/search/index-builder.ts'
import { SaveLock } from '#src/adapters/search/save-lock.ts'
import { databaseFile } from '#src/app/data-folder.ts'
import { searchBuilder } from '#src/app/search/search-builder.ts'
import { testConfig } from '../instance.ts'

/** Builds the search index of an instance like the program. */
export function builderOf(folder: string): IndexBuilder {
  const config = testConfig({ DATA_DIR: folder })
  return searchBuilder(config.database ?? { file: databaseFile(config) })
}

/** A builder whose builds are this function's. */
export function fakeBuilder(build: IndexBuilder['build']): IndexBuilder {
  const builder = new IndexBuilder(() => assert.fail('no thread is started'))
  return Object.assign(builder, { build })
}

/** A lock that this process always has, or never. */
export function fakeSaveLock(isOwn: boolean): SaveLock {
  return new SaveLock('/none', () => (isOwn ? () => undefined : undefined))
}
