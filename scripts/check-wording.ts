/** Lists wording to change in the files given, or in all: `check-wording.ts [PATH…]`. Exits with 1 if there is any. */
import { execFileSync } from 'node:child_process'
import { findWording } from './wording.ts'

const paths = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', ...(paths.length > 0 ? paths : ['.'])], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|css|md|sh)$/.test(path))
  .filter(
    (path) =>
      !/^docs\/decisions\/|^src\/site\/messages\/(?:de|es|fr|ja|pt)\/|^src\/site\/(?:maker|tools)\/|migrations\/|^(?:scripts\/wording|test\/scripts\/wording\.test)\.ts$/.test(
        path,
      ),
  )
const found = files.flatMap((path) => findWording(path))
for (const { path, line, text, rule } of found) console.error(`${path}:${line}: ${text} → ${rule}`)
if (found.length > 0) {
  console.error(`${found.length} places`)
  process.exitCode = 1
}
