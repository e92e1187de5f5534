import type { IndexBuilder } from '#src/adapters/search/keeper-deps.ts'
import { databaseFile } from '#src/app/data-folder.ts'
import { searchBuilder } from '#src/app/search/search-builder.ts'
import { testConfig } from '../instance.ts'

/** Builds the search index of an instance like the program. */
export function builderOf(folder: string): IndexBuilder {
  const config = testConfig({ DATA_DIR: folder })
  return searchBuilder(config.database ?? { file: databaseFile(config) })
}
