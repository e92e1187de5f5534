/** Runs each candidate five times in a process of its own, and prints the medians. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { median, table } from '../measure.ts'

/** Imports a package of the folder of candidates: none of them is a dependency of the project. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Load = (name: string) => Promise<any>
export type Candidate = { operations: number; run: () => Promise<unknown> }

const runs = 5
const execute = promisify(execFile)

/** `node bench/libraries/FILE.ts FOLDER`, where the candidates are installed in FOLDER. */
export async function compare(
  file: string,
  unit: string,
  candidates: Record<string, (load: Load) => Promise<Candidate>>,
): Promise<void> {
  const [folder = '', name] = process.argv.slice(2)
  const chosen = candidates[name ?? '']
  if (chosen !== undefined) {
    const { resolve } = createRequire(join(folder, 'package.json'))
    const { operations, run } = await chosen(async (id) => {
      const module = await import(pathToFileURL(resolve(id)).href)
      return { ...module.default, ...module } // A CommonJS module has its exports in `default`.
    })
    const rssBefore = process.resourceUsage().maxRSS
    const cpuBefore = process.cpuUsage()
    const note = await run()
    const { user, system } = process.cpuUsage(cpuBefore)
    const megabytes = (process.resourceUsage().maxRSS - rssBefore) / 1024
    console.log(JSON.stringify({ cpu: (user + system) / operations, megabytes, note }))
    process.exit()
  }
  const rows: (string | number)[][] = []
  for (const candidate of Object.keys(candidates)) {
    const results: { cpu: number; megabytes: number; note?: string }[] = []
    for (let run = 0; run < runs; run++) {
      const { stdout } = await execute(process.execPath, [file, folder, candidate])
      results.push(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
    }
    const cpu = median(results.map((one) => one.cpu))
    const megabytes = median(results.map((one) => one.megabytes))
    rows.push([candidate, cpu.toPrecision(3), megabytes.toFixed(0), results.at(-1)?.note ?? ''])
  }
  console.log(table(['', `CPU, µs ${unit}`, 'peak grew by, MB', ''], rows))
}
