import { copyFile, rename } from 'node:fs/promises'
import { startPool, render, videoPlan } from './rendering.ts'

/**
 * A program that renders, replaces files like a package manager, and renders again; it prints how many frames each had,
 * and how many processes it took. Arguments: the video, the search path and the files.
 */
const [input = '', searchPath = '', ...files] = process.argv.slice(2)
const cleanups: (() => Promise<void>)[] = []
const t = { after: (cleanup: () => Promise<void>) => void cleanups.push(cleanup) }
let processes = 0
const pool = startPool(t, {
  searchPath,
  sandbox: 'require',
  onProcess: (event) => void (processes += event === 'started' ? 1 : 0),
})
const plan = videoPlan(input, { endSeconds: 0.2, watermarkText: 'Frog' })
const before = await render(t, pool, plan)
for (const file of files) {
  await copyFile(file, `${file}.new`)
  await rename(`${file}.new`, file)
}
const after = await render(t, pool, plan)
for (const cleanup of cleanups) await cleanup()
console.log(JSON.stringify([before.frames, after.frames, processes]))
