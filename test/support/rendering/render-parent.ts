import { join } from 'node:path'
import pino from 'pino'
import { RenderPool } from '#src/adapters/render-pool/render-pool.ts'
import { poolLimits, videoPlan } from './rendering.ts'

/** A program of its own that renders a video and tells its parent when that has begun, to be killed. */
const [input = '', folder = ''] = process.argv.slice(2)
const pool = new RenderPool({
  ...poolLimits,
  searchPath: process.env.PATH ?? '',
  concurrency: 1,
  sandbox: 'auto',
  folder: join(folder, 'render'),
  log: pino({ level: 'silent' }),
})
await pool.render(videoPlan(input), folder, {
  signal: new AbortController().signal,
  onProgress: (fraction) => process.send?.(fraction),
})
await pool.close()
process.send?.('done')
