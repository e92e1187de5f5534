import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { insertGif } from '../../src/adapters/db/shared/catalogue/gif-rows.ts'
import { openStores } from '../../src/app/stores.ts'
import { newCode } from '../../src/catalogue/reserved-words.ts'
import { loadConfig } from '../../src/config/config.ts'
import { sceneRows } from '../captions/stream.ts'
import { benchGif } from './catalogue.ts'
import { sendRequests } from './load.ts'

/** More than the time in which a server notices and applies additions of another process. */
const noticedMs = 90

/** The longest turn of the server's loop during `action`, in milliseconds of CPU: see loop-hold/probe.ts. */
async function longestTurn(server: ChildProcess, action: () => Promise<unknown>): Promise<number> {
  server.send('begin')
  await action()
  server.send('end')
  const [ms] = (await once(server, 'message')) as [number]
  return ms
}

/**
 * The maximum time for which each of these requests, sent alone, blocks the loop. The first ones warm up and are left
 * out.
 */
export async function slowestQuery(
  server: ChildProcess,
  url: string,
  requests: readonly Buffer[],
): Promise<number> {
  const warmUp = Math.floor(requests.length / 10)
  await sendRequests(url, requests, { count: warmUp, connections: 1 })
  return longestTurn(server, () =>
    sendRequests(url, requests, { count: requests.length, connections: 1, from: warmUp }),
  )
}

/**
 * The time for which the loop is blocked when another process adds GIFs, 10 at a time and often enough that parts of
 * the index are made and merged: all values, ascending.
 */
export async function holdsOfAdds(
  server: ChildProcess,
  settings: Record<string, string>,
  times: number,
): Promise<number[]> {
  const { db, close } = await openStores(loadConfig(settings))
  const captions = sceneRows({ count: times * 10, seed: 99 })[Symbol.iterator]()
  const holds: number[] = []
  for (let time = 0; time < times; time++) {
    const hold = await longestTurn(server, async () => {
      for (let each = 0; each < 10; each++) {
        const { row } = captions.next().value ?? { row: { title: 'none', tags: [] } }
        const gif = benchGif({ code: newCode(), mediaId: newCode(), title: row.title, tags: row.tags })
        await db.transaction().execute((trx) => insertGif(trx, gif))
      }
      await delay(noticedMs)
    })
    holds.push(hold)
  }
  await close()
  return holds.toSorted((a, b) => a - b)
}
