/**
 * Lists the packages in the image besides Gifwright, with versions, licenses and the place of their source:
 * `write-licenses.ts FILE`, run while the image is built. Fails for a package without a license.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Contained, licensePage, readNpmPackages, withoutLicense } from './licenses.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: write-licenses.ts FILE')
const debian = readDebianPackages()
const npm = readNpmPackages(fileURLToPath(new URL('../../node_modules', import.meta.url)))
const missing = withoutLicense([...debian, ...npm])
if (missing.length > 0) throw new Error(`No license was found for ${missing.join(', ')}.`)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, licensePage(debian, npm))
console.log(`${file} lists ${debian.length} packages of Debian and ${npm.length} of npm.`)

function readDebianPackages(): Contained[] {
  const fields = ['db:Status-Status', 'Package', 'Version', 'source:Package', 'source:Version']
  const format = `${fields.map((field) => `\${${field}}`).join('\t')}\n`
  const lines = execFileSync('dpkg-query', ['-W', '-f', format], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => line.split('\t'))
    .filter(([status]) => status === 'installed')
    .map(([, name = '', version = '', source = '', sourceVersion = '']) => {
      const text = `/usr/share/doc/${name}/copyright`
      return { name, version, source: `${source}=${sourceVersion}`, license: existsSync(text) ? text : '' }
    })
}
