import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** The time limit of one test: a fault that makes a test wait forever is caught. */
const testTimeoutMs = 120_000
/** The delay after the time limit before its process is killed. */
const killAfterMs = 30_000

export type TestResult = { passed: true } | { passed: false; failed: string }

/** A copy of the source in the system's temporary folder, with the packages of the original. */
export type TreeCopy = {
  /** Runs one test file as `npm test` does. */
  runTest(test: string): Promise<TestResult>
  read(file: string): string
  write(file: string, text: string): void
  /** Ends the processes that run in the copy, and removes it. */
  remove(): void
}

/** Returns the source files, as paths below `root`: those tracked by Git, and new ones that it does not ignore. */
export function listSource(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** Copies the files of the source. `fixtures` is the folder of the media fixtures, below `.cache`. */
export function copyTree(root: string, files: string[], fixtures: string): TreeCopy {
  const outer = mkdtempSync(join(tmpdir(), 'gifwright-faults-'))
  const folder = join(outer, 'copy')
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  // Links the files rather than the folder: sandboxes mount the packages at their paths for decoders.
  linkFolder(join(root, 'node_modules'), join(folder, 'node_modules'))
  linkFolder(fixtures, join(folder, relative(root, fixtures)))
  // Some tests read real media from a folder next to the source, if it exists.
  const media = join(root, '../shared')
  if (existsSync(media)) symlinkSync(media, join(outer, 'shared'))
  const running = new Set<number>()
  return {
    runTest: (test) => runTest(root, folder, test, running),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => {
      for (const pid of running) killGroup(pid)
      rmSync(outer, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkFile(source, target)
  }
}

function linkFile(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(source, target)
  }
}

async function runTest(
  root: string,
  folder: string,
  test: string,
  running: Set<number>,
): Promise<TestResult> {
  const own = relative(root, process.execPath)
  const node = own.startsWith('..') ? process.execPath : join(folder, own)
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_COMPILE_CACHE: join(folder, '.cache/compile') }
  delete env.NODE_TEST_CONTEXT
  const args = [
    '--test',
    '--test-reporter=tap',
    `--test-timeout=${testTimeoutMs}`,
    '--import=./test/support/end-of-run.ts',
    '--test-global-setup=./test/support/run-setup.ts',
    test,
  ]
  const child = spawn(node, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const { pid = 0 } = child
  running.add(pid)
  const timer = setTimeout(() => killGroup(pid), testTimeoutMs + killAfterMs)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  running.delete(pid)
  if (code === 0) return { passed: true }
  return { passed: false, failed: /^\s*not ok \d+ - (.*)$/m.exec(output)?.[1] ?? 'it did not end' }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
