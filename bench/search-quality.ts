/**
 * Measures how much searches find, and what they cost, with made-up captions and queries with known answers, on the
 * index alone:
 *   node bench/search-quality.ts [--gifs 100000] [--seeds 1,2,3] [--queries 500] [--missed N] [--json FILE]
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { SearchDocument } from '../src/search/search-index.ts'
import { makeCatalogue } from './captions/known-gifs.ts'
import { measureQuality, openIndex, type Quality, qualityHead, qualityRow } from './captions/quality.ts'
import { queryKinds, QueryMaker } from './captions/queries.ts'
import { table } from './measure.ts'

const { values } = parseArgs({
  options: {
    gifs: { type: 'string', default: '100000' },
    seeds: { type: 'string', default: '1,2,3' },
    queries: { type: 'string', default: '500' },
    missed: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
})
const gifs = Number(values.gifs)
const measured: Quality[][] = []
for (const seed of values.seeds.split(',').map(Number)) {
  const documents: SearchDocument[] = []
  const catalogue = makeCatalogue({ count: gifs, seed }, (document) => documents.push(document))
  const index = await openIndex(catalogue, documents)
  measured.push(await measureQuality(index, new QueryMaker(catalogue, seed + 100), Number(values.queries)))
}

const means = queryKinds.map((kind): Quality => {
  const seeds = measured.flatMap((one) => one.filter((quality) => quality.kind === kind))
  const mean = (valueOf: (quality: Quality) => number) =>
    seeds.reduce((sum, one) => sum + valueOf(one), 0) / seeds.length
  return {
    kind,
    asked: seeds.reduce((sum, { asked }) => sum + asked, 0),
    found: mean(({ found }) => found),
    reciprocalRank: mean(({ reciprocalRank }) => reciprocalRank),
    cpuMicros: mean(({ cpuMicros }) => cpuMicros),
    missed: seeds.flatMap(({ missed }) => missed),
  }
})
console.log(`${gifs} GIFs, seeds ${values.seeds}\n`)
console.log(table(qualityHead, means.map(qualityRow)))
for (const { kind, missed } of means) {
  for (const one of missed.slice(0, Number(values.missed))) console.log(`${kind}: ${one}`)
}
if (values.json !== undefined) {
  const rows = means.map(({ kind, found, cpuMicros }) => ({
    bench: 'search-quality',
    gifs,
    question: kind,
    found,
    cpuMicros,
  }))
  writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`)
}
