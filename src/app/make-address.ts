import { basename, dirname, join } from 'node:path'
import { createSourceFetcher } from '../adapters/sources/source-fetcher.ts'
import { type Config, loadConfig } from '../config/config.ts'
import type { FetchOptions } from '../creation/source-fetcher.ts'
import { AppError } from '../lib/app-error.ts'
import { readHead } from '../lib/disk/files.ts'
import { type CommandPrefix, whyNot } from '../lib/sandbox/prefixed-command.ts'
import { findSandbox } from '../lib/sandbox/sandbox.ts'
import { filesOfPrograms } from '../lib/sandbox/sandbox-paths.ts'
import { limitedCommand } from '../lib/tools/tool-limits.ts'
import { sniffBytes, sniffVideo } from '../media/file-type.ts'
import type { ClipInput } from '../render/make/clip-feed.ts'
import { inputArgs } from '../render/probe/probe-video.ts'

/* The other half of the composition root of `make`, for a stranger's video: as the service does it, with its settings. */

const folderInside = '/job'
/** More threads than one may run. */
const cpuShare = 2
const toolNames = ['ffmpeg', 'setpriv', 'prlimit', 'nice']

/** Brings the video of an address into the folder; gives its path. Throws AppError source_*, invalid_value. */
export async function fetchVideo(address: string, folder: string, options: FetchOptions): Promise<string> {
  const { sources } = loadConfig()
  const fetcher = createSourceFetcher(sources)
  return (await fetcher.fetch(fetcher.check(address), folder, options)).path
}

/**
 * How ffmpeg opens a stranger's file, alone in its folder: as the format its first bytes show, under limits, and in a
 * sandbox as SANDBOX says. Throws AppError media_unsupported, and an Error where a sandbox is required and does not work.
 */
export async function strangersFile(path: string, tell: (sentence: string) => void): Promise<ClipInput> {
  const { render } = loadConfig()
  const type = sniffVideo(await readHead(path, sniffBytes))
  if (type === null) throw new AppError('media_unsupported', 'The file is not a video of an accepted format.')
  if (type === 'webp') {
    const message = 'An animated WebP cannot be read from an address; download the file and name it instead.'
    throw new AppError('media_unsupported', message)
  }
  const env = { PATH: render.searchPath }
  const common = { path, env, name: 'The video', maxDamagedShare: render.maxDamagedShare }
  const limits = await limitedCommand(
    { maxCpuSeconds: render.timeoutSeconds * cpuShare, maxFileBytes: 0 },
    render.searchPath,
  )
  const sandbox = await sandboxPrefix(dirname(path), render, env)
  if ('reason' in sandbox) {
    if (render.sandbox === 'require') throw new Error(`SANDBOX=require, but ${sandbox.reason}.`)
    tell(`The video is decoded without a sandbox, because ${sandbox.reason}.`)
    return { ...common, prefix: { args: limits }, open: inputArgs(path, type, render) }
  }
  for (const what of sandbox.missing) tell(`The video is decoded in a sandbox without ${what}.`)
  const { args, filter } = sandbox.prefix
  const pathInside = join(folderInside, basename(path))
  return {
    ...common,
    prefix: { args: [...args, ...limits], filter },
    open: inputArgs(pathInside, type, render),
  }
}

async function sandboxPrefix(
  folder: string,
  { sandbox: mode, searchPath }: Config['render'],
  env: NodeJS.ProcessEnv,
): Promise<{ prefix: CommandPrefix; missing: string[] } | { reason: string }> {
  if (mode === 'off') return { reason: 'SANDBOX is off' }
  const sandbox = await findSandbox(searchPath)
  if (sandbox === undefined) return { reason: 'bubblewrap is not installed' }
  const readable = await filesOfPrograms(toolNames, searchPath)
  const prefix = sandbox.prefix({ readable, folder, folderInside, innermost: 'decoder' })
  const reason = await whyNot(prefix, ['true'], env)
  if (reason !== undefined) return { reason: `bubblewrap does not work here (${reason})` }
  return { prefix, missing: sandbox.missing }
}
