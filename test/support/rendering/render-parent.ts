import { join } from 'node:path'
import { startPool, videoPlan } from './rendering.ts'

/** A program of its own that renders a video and tells its parent when that has begun, to be killed. */
const [input = '', folder = ''] = process.argv.slice(2)
const pool = startPool({ after: () => {} }, { folder: join(folder, 'render') })
await pool.render(videoPlan(input), folder, {
  signal: new AbortController().signal,
  onProgress: (fraction) => process.send?.(fraction),
})
await pool.close()
process.send?.('done')
