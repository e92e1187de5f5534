import type * as finished from './finished/main.ts'
import type * as record from './record/main.ts'
import type * as preview from './preview/main.ts'
import { moduleAddress } from '../../kit/client/dom.ts'

/** What the maker loads once it is needed, by the names in kit/assets/assets.ts. */
type Modules = {
  finished: typeof finished
  record: typeof record
  preview: typeof preview
}

/** Loads a module; rejects where the service does not answer. A module that was loaded before is there at once. */
export function loadModule<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return import(moduleAddress(name)) as Promise<Modules[Name]>
}
