import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const maxOutput = 64 * 1024 * 1024

const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const missing = ['buildah', 'mmdebstrap'].filter((program) => !has(program))

/** The reason that no image can be built here; false if it can. */
export const noImage =
  missing.length > 0
    ? `${missing.join(' and ')} cannot be found: install with your system's package manager`
    : process.getuid?.() !== 0 && 'images are built by root here'

/** A command that failed, with the end of its output. */
class BuildahError extends Error {
  readonly code: number
  readonly said: string

  constructor(command: string, code: number, said: string) {
    super(`buildah ${command} ended with ${code}: ${said.slice(-4000)}`)
    this.code = code
    this.said = said
  }
}

/** The metadata of the image. */
export type ImageConfig = {
  Env: string[]
  User: string
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Labels: Record<string, string>
  Volumes: Record<string, object>
  Healthcheck: { Test: string[] }
}

export type Image = {
  /** A folder with the files of the image, with the owners and permissions of the image. */
  folder: string
  config: ImageConfig
  bytes: number
  /** The duration of the build, without the root from which it starts. */
  buildSeconds: number
  /** Runs a command by `buildah run`, which has no namespaces; returns its output, also if it fails. */
  run(settings: Record<string, string>, command: string[]): Promise<{ code: number; said: string }>
}

/** Builds the image from a Debian root that is made on the spot, without any registry. Removed with the test. */
export async function buildImage(t: CleanUp): Promise<Image> {
  const storage = await mkdtemp(join(tmpdir(), 'gifwright-image-'))
  const buildah = async (...args: string[]) => {
    const folders = ['--root', join(storage, 'root'), '--runroot', join(storage, 'run')]
    const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
    const options = { cwd: root, env, maxBuffer: maxOutput, encoding: 'utf8' as const }
    try {
      return (await run('buildah', [...folders, ...args], options)).stdout.trim()
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      throw new BuildahError(args[0]!, code, `${stdout}${stderr}`)
    }
  }
  cleanUp(t, async () => {
    const mounts = await readFile('/proc/self/mounts', 'utf8')
    const own = mounts.split('\n').map((line) => line.split(' ')[1] ?? '')
    for (const path of own.filter((one) => one.startsWith(storage)).toReversed()) await run('umount', [path])
    await rm(storage, { recursive: true, force: true })
  })
  await makeBases(await debianRoot(), buildah)
  const begin = performance.now()
  const bases = ['BASE_IMAGE=localhost/base', 'BUILD_IMAGE=localhost/with-npm']
  const args = [...bases, 'VERSION=1.2.3', 'SOURCE_URL=https://example.org/gifwright']
  // The OCI format has no health checks.
  const build = [
    'build',
    '--format',
    'docker',
    '--pull-never',
    '--tag',
    'gifwright',
    '--file',
    'Containerfile',
  ]
  await buildah(...build, ...args.flatMap((arg) => ['--build-arg', arg]), '.')
  const buildSeconds = (performance.now() - begin) / 1000
  const container = await buildah('from', '--pull-never', 'localhost/gifwright')
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/gifwright')) as {
    Docker: { config: ImageConfig }
  }
  // Without a way through folders that only root can enter.
  const folder = join(storage, 'files')
  await mkdir(folder)
  await chmod(storage, 0o711)
  await run('mount', ['--bind', await buildah('mount', container), folder])
  const { stdout } = await run('du', ['--summarize', '--bytes', '--one-file-system', folder])
  return {
    folder,
    config: Docker.config,
    bytes: Number.parseInt(stdout, 10),
    buildSeconds,
    async run(settings, command) {
      const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      try {
        return {
          code: 0,
          said: await buildah('run', '--user', '54321:54321', ...env, container, '--', ...command),
        }
      } catch (error) {
        if (error instanceof BuildahError) return error
        throw error
      }
    },
  }
}

/** The files of a minimal Debian, made at most once a day. */
async function debianRoot(): Promise<string> {
  const file = join(root, `.cache/image/debian-${new Date().toISOString().slice(0, 10)}.tar`)
  if (existsSync(file)) return file
  await rm(dirname(file), { recursive: true, force: true })
  await mkdir(dirname(file), { recursive: true })
  const partial = join(dirname(file), 'partial.tar')
  // With merged folders from the start, as in public images: merging them later takes perl.
  const merged = '--hook-dir=/usr/share/mmdebstrap/hooks/maybe-merged-usr'
  const excludes = `--dpkgopt=${join(root, 'deploy/image/dpkg-excludes')}`
  await run('mmdebstrap', ['--variant=minbase', merged, excludes, 'bookworm', partial], {
    maxBuffer: maxOutput,
  })
  await rename(partial, file)
  return file
}

/**
 * The images from which the build starts: Debian, and the same with the npm of this machine and the pinned Node. The
 * second also has this machine's network settings: certificate authorities and the package registry.
 */
async function makeBases(file: string, buildah: (...args: string[]) => Promise<string>): Promise<void> {
  const base = await buildah('from', 'scratch')
  await buildah('add', '--quiet', base, file, '/')
  await buildah('commit', '--quiet', base, 'localhost/base')
  await buildah('config', '--env', `npm_config_registry=${await npm('config', 'get', 'registry')}`, base)
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities !== undefined) {
    await buildah('copy', '--quiet', base, authorities, '/etc/ssl/authorities.crt')
    await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.crt', base)
  }
  await buildah('copy', '--quiet', base, process.execPath, '/usr/local/bin/node')
  await buildah('copy', '--quiet', base, await npmFolder(), '/usr/local/lib/npm')
  const folder = await buildah('mount', base)
  await symlink('../lib/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  await buildah('commit', '--quiet', base, 'localhost/with-npm')
  await buildah('rm', base)
}

async function npmFolder(): Promise<string> {
  const program = await findProgram('npm', process.env.PATH ?? '')
  if (program === undefined) throw new Error('npm cannot be found')
  // It is npm/bin/npm-cli.js, by its real path.
  return dirname(dirname(await realpath(program)))
}

async function npm(...args: string[]): Promise<string> {
  return (await run('npm', args, { cwd: root })).stdout.trim()
}
