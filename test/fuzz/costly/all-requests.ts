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

/**
 * Returns every form, page and call; for the compatible interfaces, which have two addresses each, the shorter ones.
 */
export async function allOperations(): Promise<Operation[]> {
  const operations = [apiOperations, siteOperations, compatOperations].map((read) => read())
  return (await Promise.all(operations)).flat().filter(({ path }) => !path.startsWith('/compat/'))
}

/** Yields every field of every request with every kind of text, as long as fits. */
export async function* allRequests(world: World): AsyncGenerator<CostlyRequest> {
  const operations = await allOperations()
  const fields = bodyFields(operations, world)
  for (const [place, field] of fields.entries()) yield* bodyRequests(field, place, bodyBytes)
  yield* layerRequests(fields)
  for (const operation of operations) if (operation.method === 'GET') yield* addressRequests(operation, world)
  yield* headerRequests(world)
  yield* shapedBodies()
}

/** Returns the world of the requests: an account with its own GIF, and the operator. */
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
      // The values that forms of several kinds name.
      batch: ['a'.repeat(22)],
      gifs: ['1,2'],
      keep: ['1'],
    },
    visitors: [byToken, bySession, operator],
  }
}
