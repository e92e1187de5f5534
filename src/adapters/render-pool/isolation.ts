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
  /** Where ffmpeg, bubblewrap and the programs that set limits are looked for: folders, as in PATH. */
  searchPath: string
  /** Processor time that one render process may use in its life. */
  maxCpuSeconds: number
  /** The most that one render process may fill of memory. */
  maxDataBytes: number
  /** The most that one render process may write into one file. */
  maxFileBytes: number
}

/** How a render process is started, and what its tools are started with. */
export type Launch = {
  /** Goes before the command. */
  prefix: CommandPrefix
  /** Goes before the command of each tool. */
  toolPrefix: CommandPrefix
  /** Where the process sees its folder. */
  folderInside: string
  /** Where it finds its code compiled; left out where it compiles it. */
  compiledCode?: string | undefined
}

/** What keeps decoders from everything else on this machine. */
export type Isolation = {
  level: 'bubblewrap' | 'limits'
  /** A sentence for the operator. */
  describe: string
  launch(folder: string, decoder: Decoder): Promise<Launch>
  /**
   * Whether a process is good for another job after a video: where its tools end in sandboxes of their own, and where
   * there is none that a new process would be in.
   */
  isReusable: boolean
}

export const renderProgram = fileURLToPath(new URL('../../render/main.ts', import.meta.url))

/**
 * Frames come in pieces that are garbage at once: young ones are looked for often, or 50 MB more would wait for it. What
 * is compiled with other options is compiled again.
 */
export const renderCommand = [process.execPath, '--max-semi-space-size=1', renderProgram]

/** The parts of the source that a render process loads, and what marks them as modules. */
const sourcePaths = ['render', 'media', 'options', 'lib', 'gif', 'layers', 'looks', '../package.json'].map(
  (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url)),
)
const toolNames = ['ffmpeg', 'ffprobe', ...heifPrograms, 'bwrap', 'setpriv', 'prlimit', 'nice']
const folderInside = '/job'

/** Threads count too: those of Node and libvips, and of two tools at a time. */
const maxRenderProcesses = 256

const noPrefix: CommandPrefix = { args: [] }

const known = new Map<string, Promise<Isolation>>()

/**
 * Finds out once, by really running it in `folder`, what keeps decoders apart here. Throws an Error, with a sentence
 * for the operator, where a sandbox is required and does not work.
 */
export function findIsolation(options: IsolationOptions, folder: string): Promise<Isolation> {
  const key = JSON.stringify(options)
  const found = known.get(key) ?? isolate(options, folder)
  known.set(key, found)
  // What does not work now may work when it is tried again.
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
 * From the best to what at least works. ffmpeg decodes in a sandbox for each run, inside that of the render process; sharp
 * in the render process itself, whose sandbox is an innermost one then, and so is that of its tools. Where no sandbox
 * can be made inside another, all is done as for sharp.
 */
async function tryLaunches(
  sandbox: Sandbox,
  folder: string,
  limitArgs: string[],
  searchPath: string,
): Promise<Omit<Isolation, 'level'> | { reason: string }> {
  const compiledCode = await compiledCodeFolder()
  // Looked for anew at each start: a tool may be installed while the service runs.
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
  // Without a pool at the other end of its pipes, a render process loads all that it needs and ends. It has met no file,
  // so what it compiles is kept, which those that decode can only read.
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

/** All that decoders can read in their sandboxes but the folder of their job: nothing secret may lie in it. */
export async function readableByDecoders(searchPath: string): Promise<string[]> {
  const compiledCode = await compiledCodeFolder()
  return [
    ...systemFolders,
    ...(await filesOfPrograms(toolNames, searchPath)),
    ...(await codePaths()),
    ...(compiledCode === undefined ? [] : [compiledCode]),
  ]
}

/** Node itself, the source, and the packages, sharp's native parts among them. */
async function codePaths(): Promise<string[]> {
  const sharp = fileURLToPath(import.meta.resolve('sharp'))
  const packages = sharp.slice(0, sharp.lastIndexOf('/node_modules/') + '/node_modules'.length)
  return [...(await filesOfPrograms([process.execPath], '')), ...sourcePaths, packages]
}

/**
 * The folder of what Node has compiled of a render process, inside that of what it has compiled of this one, so that
 * the same users can write it. Undefined where this process keeps none. Made when missing.
 */
async function compiledCodeFolder(): Promise<string | undefined> {
  const own = getCompileCacheDir()
  if (own === undefined) return undefined
  const folder = join(own, 'render')
  return makeFolder(folder).then(
    () => folder,
    // It only saves time.
    () => undefined,
  )
}
