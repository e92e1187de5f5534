/**
 * Made-up captions for a catalogue of any size, one JSON object per line, the same for the same seed:
 *   node bench/captions.ts 100000 [seed] > captions.jsonl && gifwright demo --captions captions.jsonl
 */
import { once } from 'node:events'
import { stdout } from 'node:process'
import { sceneRows } from './captions/stream.ts'

/** The number of characters written at once. */
const chunkLength = 1 << 16

const [count = '100000', seed = '1'] = process.argv.slice(2)
if (!/^\d+$/.test(count) || !/^\d+$/.test(seed)) {
  console.error('node bench/captions.ts COUNT [SEED]')
  process.exit(1)
}
// A reader such as head has seen enough.
stdout.on('error', () => process.exit())
let lines = ''
for (const { row } of sceneRows({ count: Number(count), seed: Number(seed) })) {
  lines += `${JSON.stringify(row)}\n`
  if (lines.length < chunkLength) continue
  if (!stdout.write(lines)) await once(stdout, 'drain')
  lines = ''
}
stdout.write(lines)
