import { fileURLToPath } from 'node:url'
import { findSandbox, foldersOfPrograms, type Sandbox, type SandboxMode, whyNot } from '../../lib/sandbox.ts'
import { limitedCommand } from '../../lib/tool-limits.ts'

export type IsolationOptions = {
  sandbox: SandboxMode
  /** Where ffmpeg, bubblewrap and the programs that set limits are looked for: folders, as in PATH. */
  searchPath: string
  /** Processor time that one render process may use in its life. */
  maxCpuSeconds: number
  /** The most that one render process may fill of memory. */
  maxDataBytes: number
}

/** How a render process is started, and what its tools are started with. */
export type Launch = {
  /** Goes before the command. */
  words: string[]
  /** Goes before the command of each tool. */
  toolWords: string[]
  /** Where the process sees its folder. */
  folderInside: string
}

/** What keeps decoders from everything else on this machine. */
export type Isolation = {
  level: 'bubblewrap' | 'limits'
  /** A sentence for the operator. */
  describe: string
  launch(folder: string): Launch
  /**
   * Whether a process is good for another job after a video: where its tools end in sandboxes of their own, and where
   * there is none that a new process would be in.
   */
  isReusable: boolean
}

export const renderProgram = fileURLToPath(new URL('../../render/main.ts', import.meta.url))

/** The rooms of the source that a render process loads, and what marks them as modules. */
const sourcePaths = ['render', 'media', 'lib', 'gif', '../package.json'].map((path) =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url)),
)
const toolNames = ['ffmpeg', 'ffprobe', 'bwrap', 'setpriv', 'prlimit', 'nice']
const folderInside = '/job'

const maxRenderFileBytes = 4_000_000_000
/** Threads count too: those of Node and libvips, and of two tools at a time. */
const maxRenderProcesses = 256

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
  const { sandbox: mode, searchPath, maxCpuSeconds, maxDataBytes } = options
  const limits = { maxCpuSeconds, maxDataBytes, maxFileBytes: maxRenderFileBytes }
  const limitWords = await limitedCommand(limits, searchPath)
  const withLimitsOnly = (reason: string): Isolation => ({
    level: 'limits',
    describe: `sandbox: limits only, because ${reason}`,
    launch: (own) => ({ words: limitWords, toolWords: [], folderInside: own }),
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

/** From the best to what at least works: tools in a sandbox each, inside that of their render process, or in that one. */
async function tryLaunches(
  sandbox: Sandbox,
  folder: string,
  limitWords: string[],
  searchPath: string,
): Promise<Omit<Isolation, 'level'> | { reason: string }> {
  const toolFolders = await foldersOfPrograms(toolNames, searchPath)
  const readable = [...sourcePaths, ...programPaths(), ...toolFolders]
  const launchWith = (toolWords: string[]) => (own: string) => ({
    words: [...sandbox({ readable, folder: own, folderInside }), ...limitWords],
    toolWords,
    folderInside,
  })
  const env = { PATH: searchPath }
  // Run by hand, a render process loads all that it needs and ends, for nobody holds the other end of its line.
  const reason = await whyNot([...launchWith([])(folder).words, process.execPath, renderProgram], env)
  if (reason !== undefined) return { reason }
  const forTool = {
    readable: toolFolders,
    folder: folderInside,
    folderInside,
    network: true,
    innermost: true,
  }
  const toolWords = sandbox(forTool)
  const tried = [...launchWith(toolWords)(folder).words, ...toolWords, 'true']
  const nested = await whyNot(tried, env)
  return nested === undefined
    ? { describe: 'sandbox: bubblewrap', launch: launchWith(toolWords), isReusable: true }
    : {
        describe: `sandbox: bubblewrap, but no second one for each tool (${nested})`,
        launch: launchWith([]),
        isReusable: false,
      }
}

/** Node itself and the packages, sharp's native parts among them. */
function programPaths(): string[] {
  const sharp = fileURLToPath(import.meta.resolve('sharp'))
  const packages = sharp.slice(0, sharp.lastIndexOf('/node_modules/') + '/node_modules'.length)
  return [process.execPath, packages]
}
