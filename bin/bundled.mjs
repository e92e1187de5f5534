#!/usr/bin/env -S node --
// Works under any Node: it finds one that is new enough and hands over to it. After `--` Node leaves `--env-file` to the program.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const main = new URL('../.cache/b/main.mjs', import.meta.url).href
const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
const [major, minor] = process.versions.node.split('.').map(Number)
const newEnough = major > 24 || (major === 24 && minor >= 15)

if (!existsSync(fileURLToPath(new URL('../node_modules', import.meta.url)))) {
  console.error('Gifwright is not set up yet: run "npm start", or "bash scripts/setup.sh", in its folder.')
  process.exit(1)
} else if (newEnough) {
  module.enableCompileCache() // Halves the time of the next start.
  const { run } = await import(main)
  await run(process.argv.slice(2))
} else if (existsSync(pinned)) {
  const child = spawn(pinned, ['--', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => (signal === null ? process.exit(code) : process.exit(1)))
} else {
  console.error(
    `Gifwright needs Node 24.15 or later; this is ${process.versions.node}. Install it from your system, then run this again.`,
  )
  process.exit(1)
}
