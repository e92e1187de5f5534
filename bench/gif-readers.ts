import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CleanUp } from '../test/support/clean-up.ts'
import { gifCases } from '../test/support/media/gif-cases.ts'
import { gifDeviations } from '../test/support/media/gif-deviations.ts'
import { followed, majority, openReaders } from '../test/support/media/gif-readings.ts'

/**
 * Writes a table that compares the GIF reader with Chromium, ffmpeg and libvips, in Markdown: on the cases of the
 * tests, and on every given folder of GIFs. `node bench/gif-readers.ts FOLDER…`
 */
const ends: (() => Promise<void>)[] = []
const t: CleanUp = { after: (end) => void ends.push(end) }
const read = await openReaders(t)

const sets = [
  { name: 'cases of the tests', gifs: Object.entries(gifCases) },
  ...process.argv.slice(2).map((folder) => ({
    name: folder.split('/').at(-1) ?? folder,
    gifs: readdirSync(folder)
      .filter((file) => file.endsWith('.gif'))
      .map((file): [string, Buffer] => [file, readFileSync(join(folder, file))]),
  })),
]

/** The names of the GIFs on which the others differ, by the reason for the displayed result. */
const differences = new Map<string, string[]>()
console.log('| GIFs | count | all four alike | as two of three | one is followed | refused by all |')
console.log('|---|---|---|---|---|---|')
for (const { name, gifs } of sets) {
  const counts = { alike: 0, majority: 0, followed: 0, refused: 0 }
  for (const [gif, bytes] of gifs) {
    const readings = await read(bytes)
    const likes = followed(readings)
    const agreed = majority(readings)
    if (readings.ours === null && likes.length === 3) counts.refused += 1
    else if (likes.length === 3) counts.alike += 1
    else if (agreed !== undefined && agreed === readings.ours) counts.majority += 1
    else {
      counts.followed += 1
      const reason = gifDeviations[gif] ?? 'unknown'
      differences.set(reason, [...(differences.get(reason) ?? []), gif.replace(/\.gif$/, '')])
    }
  }
  const row = [name, gifs.length, counts.alike, counts.majority, counts.followed, counts.refused]
  console.log(`| ${row.join(' | ')} |`)
}
console.log('\n| followed, and why | GIFs |\n|---|---|')
for (const [reason, names] of differences) console.log(`| ${reason} | ${names.join(', ')} |`)
for (const end of ends) await end()
// The browser is shared by all tests of a process, and would keep this one alive.
process.exit(0)
