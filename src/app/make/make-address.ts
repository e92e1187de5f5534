import { dirname } from 'node:path'
import { createSourceFetcher } from '../../adapters/sources/source-fetcher.ts'
import { type Config, loadConfig } from '../../config/config.ts'
import type { FetchOptions } from '../../creation/source-fetcher.ts'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import { type CommandPrefix, whyNot } from '../../lib/sandbox/prefixed-command.ts'
import { findSandbox } from '../../lib/sandbox/sandbox.ts'
import { filesOfPrograms } from '../../lib/sandbox/sandbox-paths.ts'
import { sniffBytes, sniffVideo } from '../../media/file-type.ts'
import type { SourceLimits } from '../../render/job.ts'
import type { ToolSettings } from '../../render/tools/run-tool.ts'

/*
 * The other half of the composition root of `make`, for an untrusted video: as the service does it, with its settings.
 */

const toolNames = ['ffmpeg', 'ffprobe', 'setpriv', 'prlimit', 'nice']

/** Fetches the video at an address into the folder, and returns its path. Throws AppError source_*, invalid_value. */
export async function fetchVideo(address: string, folder: string, options: FetchOptions): Promise<string> {
  const { sources } = loadConfig()
  const fetcher = createSourceFetcher(sources)
  return (await fetcher.fetch(fetcher.check(address), folder, options)).path
}

/**
 * The way that tools read an untrusted file, which is alone in its folder: within the service's limits, and in a
 * sandbox according to SANDBOX. Throws AppError media_unsupported, and an Error if a required sandbox does not work.
 */
export async function sandboxedTools(
  path: string,
  notify: (sentence: string) => void,
): Promise<{ limits: SourceLimits; tools: Pick<ToolSettings, 'sandbox' | 'isLimited' | 'env'> }> {
  const { render } = loadConfig()
  const type = sniffVideo(await readHead(path, sniffBytes))
  if (type === null) throw new AppError('media_unsupported', { detail: 'notVideo' })
  // sharp decodes them in this process, without a sandbox.
  if (type === 'webp' || type === 'apng') {
    throw new AppError('media_unsupported', { detail: 'animationFromAddress' })
  }
  const env = { PATH: render.searchPath }
  const own = {
    maxClipSeconds: Infinity,
    maxFps: Infinity,
    maxWidth: Infinity,
    maxFrameBytes: Infinity,
    maxEditedFrames: Infinity,
  }
  const common = { limits: { ...render.limits, ...own }, tools: { env, isLimited: true } }
  const found = await sandboxPrefix(dirname(path), render, env)
  if ('reason' in found) {
    if (render.sandbox === 'require') throw new Error(`SANDBOX=require, but ${found.reason}.`)
    notify(`The video is decoded without a sandbox, because ${found.reason}.`)
    return { ...common, tools: { ...common.tools, sandbox: { args: [] } } }
  }
  for (const what of found.missing) notify(`The video is decoded in a sandbox without ${what}.`)
  return { ...common, tools: { ...common.tools, sandbox: found.prefix } }
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
  // The same path inside, so that paths need no translation.
  const prefix = sandbox.prefix({ readable, folder, folderInside: folder, innermost: 'decoder' })
  const reason = await whyNot(prefix, ['true'], env)
  if (reason !== undefined) return { reason: `bubblewrap does not work here (${reason})` }
  return { prefix, missing: sandbox.missing }
}
