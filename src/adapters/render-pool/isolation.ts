import { fileURLToPath } from 'node:url'
import { type CommandPrefix, whyNot } from '../../lib/sandbox/prefixed-command.ts'
import { findSandbox, type Sandbox, sandboxFaults, type SandboxMode } from '../../lib/sandbox/sandbox.ts'
import { filesOfPrograms, foldersAround, systemFolders } from '../../lib/sandbox/sandbox-paths.ts'
import { limitedCommand } from '../../lib/tools/tool-limits.ts'
import { heifPrograms } from '../../render/tools/decoders.ts'
import type { Decoder } from './choose-decoder.ts'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { makeFolder } from '../../lib/disk/folders.ts'

export type IsolationOptions = {
  sandbox: SandboxMode
  /** The folders with ffmpeg, bubblewrap and the programs that set limits, in the form of PATH. */
  searchPath: string
  /** The maximum processor time of a render process over its lifetime. */
  maxCpuSeconds: number
  /** The maximum size of a render process's data in memory. */
  maxDataBytes: number
  /** The maximum size of a file that a render process writes. */
  maxFileBytes: number
}

/** The way to start a render process and its tools. */
export type Launch = {
  /** Precedes the command. */
  prefix: CommandPrefix
  /** Precedes the command of each tool. */
  toolPrefix: CommandPrefix
  /** The path of the process's folder inside the sandbox. */
  folderInside: string
  /** The folder of its compiled code; left out if the process compiles it itself. */
  compiledCode?: string | undefined
}

/** The isolation of decoders from the rest of this machine. */
export type Isolation = {
  level: 'bubblewrap' | 'limits'
  /** A sentence for the operator. */
  describe: string
  launch(folder: string, decoder: Decoder): Promise<Launch>
  /**
   * True if a process can run another job after a video: either its tools run in sandboxes of their own, or a new
   * process would not be in a sandbox anyway.
   */
  isReusable: boolean
}

export const renderProgram = fileURLToPath(new URL('../../render/main.ts', import.meta.url))

/**
 * A small young generation: frames arrive in pieces that are garbage at once, and with rare collections 50 MB more
 * would pile up. Code compiled with other options is compiled again.
 */
export const renderCommand = [process.execPath, '--max-semi-space-size=1', renderProgram]

/** The parts of the source that a render process loads, and the file that marks them as modules. */
const sourcePaths = ['render', 'media', 'options', 'lib', 'gif', 'layers', 'looks', '../package.json'].map(
  (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)),
)
const toolNames = ['ffmpeg', 'ffprobe', ...heifPrograms, 'bwrap', 'setpriv', 'prlimit', 'nice']
const folderInside = '/job'

/** Includes threads: those of Node and libvips, and of two tools at a time. */
const maxRenderProcesses = 256

const noPrefix: CommandPrefix = { args: [] }

const known = new Map<string, Promise<Isolation>>()

/**
 * Determines once, by an actual run in `folder`, which isolation works here. Throws an Error with a sentence for the
 * operator if a required sandbox does not work.
 */
export function findIsolation(options: IsolationOptions, folder: string): Promise<Isolation> {
  const key = JSON.stringify(options)
  const found = known.get(key) ?? isolate(options, folder)
  known.set(key, found)
  // A failed attempt may succeed later.
  found.catch(() => known.delete(key))
  return found
}

async function isolate(options: IsolationOptions, folder: string): Promise<Isolation> {
  const { sandbox: mode, searchPath, maxCpuSeconds, maxDataBytes, maxFileBytes } = options
  const limits = { maxCpuSeconds, maxDataBytes, maxFileBytes }
  const limitArgs = await limitedCommand(limits, searchPath)
  const withLimitsOnly = (reason: string): Isolation => ({
    level: 'limits',
    describe: `sandbox: limits only, because ${reason}`,
    launch: async (own) => ({ prefix: { args: limitArgs }, toolPrefix: noPrefix, folderInside: own }),
    isReusable: true,
  })
  if (mode === 'off') return withLimitsOnly('SANDBOX is off')
  const sandbox = await findSandbox(searchPath)
  const refuse = (reason: string, remedy: string): Isolation => {
    if (mode === 'auto') return withLimitsOnly(reason)
    throw new Error(`SANDBOX=require, but ${reason}. ${remedy}, or set SANDBOX=auto.`)
  }
  if (sandbox === undefined) {
    return refuse('bubblewrap is not installed', "Install your system's package of that name")
  }
  const limitsInside = await limitedCommand({ ...limits, maxProcesses: maxRenderProcesses }, searchPath)
  const attempt = await tryLaunches(sandbox, folder, limitsInside, searchPath)
  if ('reason' in attempt) {
    return refuse(
      `bubblewrap does not work here (${attempt.reason})`,
      'Allow user namespaces to the user, or the container, that runs the service',
    )
  }
  return { level: 'bubblewrap', ...attempt }
}

/**
 * Tries the launches from best to weakest. In the best one, ffmpeg decodes in a sandbox of its own inside that of the
 * render process. sharp decodes in the render process itself, whose sandbox and that of its tools are then innermost
 * ones. If sandboxes cannot be nested, everything runs as for sharp.
 */
async function tryLaunches(
  sandbox: Sandbox,
  folder: string,
  limitArgs: string[],
  searchPath: string,
): Promise<Omit<Isolation, 'level'> | { reason: string }> {
  const compiledCode = await compiledCodeFolder()
  // Searched for again at each start, because a tool may be installed while the service runs.
  const launch = async (own: string, decoder: Decoder): Promise<Launch> => {
    const tools = await filesOfPrograms(toolNames, searchPath)
    const readable = [...tools, ...(await codePaths()), ...(compiledCode === undefined ? [] : [compiledCode])]
    const innermost = decoder === 'sharp' ? 'decoder' : undefined
    const { args, filter } = sandbox.prefix({ readable, folder: own, folderInside, innermost })
    const forTool = sandbox.prefix({
      readable: await foldersAround(tools),
      folder: folderInside,
      folderInside,
      network: true,
      innermost: 'decoder',
      nested: true,
    })
    const toolPrefix = decoder === 'sharp' ? noPrefix : forTool
    return { prefix: { args: [...args, ...limitArgs], filter }, toolPrefix, folderInside, compiledCode }
  }
  const env = { PATH: searchPath }
  // Without a pool at the other end of its pipes, a render process loads everything it needs and ends. It has not seen
  // any file, so its compiled code is kept; processes that decode can only read it.
  const innermost = await launch(compiledCode ?? folder, 'sharp')
  const reason = await whyNot(innermost.prefix, renderCommand, {
    ...env,
    ...(compiledCode !== undefined && { NODE_COMPILE_CACHE: folderInside }),
  })
  if (reason !== undefined) return { reason }
  const { prefix, toolPrefix } = await launch(folder, 'ffmpeg')
  const inOuter = { args: [...prefix.args, ...toolPrefix.args], filter: toolPrefix.filter }
  const nested = await whyNot(inOuter, ['true'], env)
  const isNested = nested === undefined
  const faults = isNested ? [] : [`no second one for each tool (${nested})`]
  return {
    describe: `sandbox: bubblewrap${sandboxFaults(sandbox, faults)}`,
    launch: (own, decoder) => launch(own, isNested ? decoder : 'sharp'),
    isReusable: isNested,
  }
}

/**
 * All paths that decoders can read in their sandboxes, except the folder of their job: none may contain anything
 * secret.
 */
export async function readableByDecoders(searchPath: string): Promise<string[]> {
  const compiledCode = await compiledCodeFolder()
  return [
    ...systemFolders,
    ...(await filesOfPrograms(toolNames, searchPath)),
    ...(await codePaths()),
    ...(compiledCode === undefined ? [] : [compiledCode]),
  ]
}

/** The paths of Node itself, the source, and the packages, including sharp's native parts. */
async function codePaths(): Promise<string[]> {
  const sharp = fileURLToPath(import.meta.resolve('sharp'))
  const packages = sharp.slice(0, sharp.lastIndexOf('/node_modules/') + '/node_modules'.length)
  return [...(await filesOfPrograms([process.execPath], '')), ...sourcePaths, packages]
}

/**
 * The folder for the compiled code of render processes. It is inside the folder for this process's compiled code, so
 * that the same users can write it. Created if missing. Undefined if this process keeps no compiled code.
 */
async function compiledCodeFolder(): Promise<string | undefined> {
  const own = getCompileCacheDir()
  if (own === undefined) return undefined
  const folder = join(own, 'render')
  return makeFolder(folder).then(
    () => folder,
    // The folder only saves time.
    () => undefined,
  )
}
