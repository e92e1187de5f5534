import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package in the image. */
export type Contained = {
  name: string
  version: string
  /** The place of its source; for Debian, the source package and its version. */
  source: string
  /** The path of its text or, if the package has none, the license's name; empty if neither is known. */
  license: string
}

/** The names of files with the license of a package. */
export const licenseFile = /^(?:licen[cs]e|copying|notice|third-party)/i

/** The names of packages that do not state their license. */
export function withoutLicense(packages: Contained[]): string[] {
  return packages.filter(({ license }) => license === '').map(({ name }) => name)
}

/** Every package below a folder `node_modules`, also those inside other packages. */
export function readNpmPackages(modules: string): Contained[] {
  const folders = readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
    )
    .map((name) => join(modules, name))
  return folders
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) => {
      const inside = join(folder, 'node_modules')
      return [readNpmPackage(folder), ...(existsSync(inside) ? readNpmPackages(inside) : [])]
    })
}

type Manifest = {
  name: string
  version: string
  license?: string
  repository?: string | { url: string }
  homepage?: string
}

function readNpmPackage(folder: string): Contained {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const { name, version, license: declared = '', repository, homepage = '' } = manifest
  const url = typeof repository === 'object' ? repository.url : repository
  const text = readdirSync(folder).find((entry) => licenseFile.test(entry))
  const license = text === undefined ? declared : `${declared} ${join(folder, text)}`.trim()
  return { name, version, source: (url ?? homepage).replace(/^git\+/, ''), license }
}

/** The page that lists all packages and offers their source. */
export function licensePage(debian: Contained[], npm: Contained[]): string {
  return `# What this image contains, and where its source is

Gifwright is under the MIT license: /opt/gifwright/LICENSE. The image also contains the programs and libraries below, as Debian and npm
publish them, each under its own license. Texts that many share are in /usr/share/common-licenses.

Some are under the GPL, the LGPL or the MPL: ffmpeg and most of its libraries, bubblewrap, the tools of Debian, and libvips. Their
complete source, with what builds it, is

- of Debian's packages, in Debian's archive by the name and version in the list: \`apt-get source NAME=VERSION\`, or
  https://snapshot.debian.org/package/NAME/VERSION/ for versions that are no longer current;
- of npm's packages, at the address in the list, by the tag of the version.

**Offer.** For three years after you received this image, whoever published it gives anyone who asks a copy of this source, for no
more than it costs to send it. The label \`org.opencontainers.image.source\` of the image says where to ask. If you publish this image, or one
made of it, the offer is yours to keep.

## Packages of Debian

${table(debian)}

## Packages of npm

${table(npm)}
`
}

function table(packages: Contained[]): string {
  const rows = packages.map(
    ({ name, version, source, license }) => `| ${name} | ${version} | ${source} | ${license} |`,
  )
  return ['| package | version | source | license |', '|---|---|---|---|', ...rows].join('\n')
}
