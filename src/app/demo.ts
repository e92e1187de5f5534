import { tmpdir } from 'node:os'
import { addDemoGifs } from '../adapters/db/catalogue/demo-gifs.ts'
import { RenderPool } from '../adapters/render-pool/render-pool.ts'
import { storeDemoAnimation } from './demo-animation.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../lib/log/log.ts'
import { openStores } from './stores.ts'

/** Adds made-up GIFs to the catalogue. */
export async function fillWithDemo(config: Config, count: number): Promise<void> {
  const { db, mediaStore, close } = await openStores(config)
  const log = createLog('error', 2)
  const mediaEngine = new RenderPool({ ...config.render, concurrency: 1, log, folder: tmpdir() })
  try {
    await addDemoGifs(db, { count, template: await storeDemoAnimation(mediaEngine, mediaStore) })
  } finally {
    await mediaEngine.close()
    await close()
  }
}
