import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { cleanUp, type CleanUp } from '../../support/clean-up.ts'

const run = promisify(execFile)
const packer = fileURLToPath(new URL('../../../scripts/pack-encoder.ts', import.meta.url))

/** A project with only the packed library installed, from its archive. */
export type Project = {
  folder: string
  /** The description that `npm pack` prints of the archive. */
  archive: { size: number; files: { path: string; size: number }[] }
  /** The examples of the installed README. */
  examples: string[]
  /** Writes a file of the given name, and runs it with Node; returns its output. */
  run: (name: string, code: string) => Promise<string>
  /** Writes a module, and bundles it for browsers next to the worker; returns the files by name. */
  bundle: (name: string, code: string) => Promise<Map<string, string>>
}

/** Packs the library, and installs the archive into an empty project without any network. */
export async function installPackedEncoder(t: CleanUp): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-library-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const npm = async (cwd: string, ...args: string[]) =>
    (
      await run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')], {
        cwd,
      })
    ).stdout
  await run(process.execPath, [packer, join(folder, 'packed')])
  const [archive] = JSON.parse(
    await npm(join(folder, 'packed'), 'pack', '--json', '--pack-destination', folder),
  ) as [Project['archive'] & { filename: string }]
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(folder, 'install', join(folder, archive.filename))
  const readme = await readFile(join(folder, 'node_modules/gifwright-encoder/README.md'), 'utf8')
  return {
    folder,
    archive,
    examples: [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']) => code),
    run: async (name, code) => {
      await writeFile(join(folder, name), code)
      return (await run(process.execPath, [name], { cwd: folder })).stdout
    },
    bundle: async (name, code) => {
      await writeFile(join(folder, name), code)
      const { outputFiles } = await build({
        absWorkingDir: folder,
        entryPoints: { app: name, worker: 'gifwright-encoder/worker' },
        outdir: join(folder, 'bundled'),
        bundle: true,
        format: 'esm',
        platform: 'browser',
        write: false,
      })
      return new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text]))
    },
  }
}
