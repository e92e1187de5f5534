import { compatOperations } from '../requests/compat-operations.ts'
import { apiOperations, type Operation, siteOperations } from '../requests/operations.ts'
import type { World } from '../requests/requests.ts'
import { shapedBodies } from './bodies.ts'
import { headerRequests } from './headers.ts'
import {
  addressRequests,
  bodyBytes,
  bodyFields,
  bodyRequests,
  type CostlyRequest,
  layerRequests,
} from './requests.ts'

/** Every form, page and call; of the compatible interfaces, which have two addresses, the shorter ones. */
export async function allOperations(): Promise<Operation[]> {
  const operations = [apiOperations, siteOperations, compatOperations].map((read) => read())
  return (await Promise.all(operations)).flat().filter(({ path }) => !path.startsWith('/compat/'))
}

/** Every field of everything that can be asked for, with every kind of text, as much of it as fits. */
export async function* allRequests(world: World): AsyncGenerator<CostlyRequest> {
  const operations = await allOperations()
  const fields = bodyFields(operations, world)
  for (const [place, field] of fields.entries()) yield* bodyRequests(field, place, bodyBytes)
  yield* layerRequests(fields)
  for (const operation of operations) if (operation.method === 'GET') yield* addressRequests(operation, world)
  yield* headerRequests(world)
  yield* shapedBodies()
}

/** Who asks, and for what: an account with a GIF of its own, or the operator. */
export function costlyWorld({ known, files, visitors }: World): World {
  const [, , , byToken = {}, , bySession = {}, , operator = {}] = visitors
  return {
    files,
    known: {
      ...known,
      code: known.code?.slice(-1) ?? [],
      category: [String(known.category?.[0])],
      password: ['wrong'],
      start: ['1'],
      end: ['2'],
      width: ['64'],
      height: ['48'],
      // What forms of several things name.
      batch: ['a'.repeat(22)],
      gifs: ['1,2'],
      keep: ['1'],
    },
    visitors: [byToken, bySession, operator],
  }
}
