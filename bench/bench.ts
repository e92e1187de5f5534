/** Runs the measurements one after the other: `npm run bench`, or `npm run bench -- creation api`. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const benches: Record<string, string> = {
  creation: 'a creation job next to the bare ffmpeg commands',
  api: 'searches and single GIFs of the API and of the compatible interfaces, next to a bare fastify',
  import: 'CPU of importing a folder of GIFs next to gifsicle and ffmpeg',
  'import-service': 'the duration of a visitor’s clip while an import runs',
  ladder: 'CPU and bytes of all renditions of a GIF next to ffmpeg making them one by one',
  keep: 'CPU and bytes of kept GIFs and all their renditions next to gifsicle and ffmpeg making them one by one',
  looks: 'duplicates found by their look, and the cost of a query among a million GIFs',
  site: 'pages of the site next to a bare fastify that compresses and sends the same',
  search: 'searches, records and media files next to a bare fastify, with 100,000 GIFs',
  'search-quality': 'the quality and cost of searches, on the index alone with 100,000 captions',
  preview: 'from a change in the maker to the GIF on the screen, on one core of Chromium',
  'loop-hold': 'the longest that one request blocks the event loop, with 100,000 GIFs',
  'media-offload': 'media files sent by the program, and by the nginx in front of it',
  counts: 'limits counted over several machines, and in memory',
  'upload-memory': 'peak memory of uploads',
  'cluster/found': 'the time until a GIF is found and playable on the other web machine',
  'cluster/creations': 'GIFs that two workers make in the time of one, each pinned to a core',
  'cluster/api': 'searches and single GIFs on PostgreSQL, next to the same on SQLite',
  'cluster/claims': 'tasks that four processes claim from PostgreSQL, next to the bare statement',
  move: 'moving 100,000 GIFs in use to PostgreSQL and S3, killed three times',
}
const asked = process.argv.slice(2)
if (asked.includes('--help') || asked.some((name) => !Object.hasOwn(benches, name))) {
  console.log(
    `npm run bench -- [NAME ...]\n${Object.entries(benches)
      .map(([name, what]) => `  ${name.padEnd(17)} ${what}`)
      .join('\n')}`,
  )
  process.exit(asked.includes('--help') ? 0 : 1)
}
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  console.log(`\n## ${name}: ${benches[name]}\n`)
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
