import { open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findSandbox } from '../../lib/sandbox.ts'
import { limitedCommand, type ToolLimits } from '../../lib/tool-limits.ts'

/**
 * Where a program in the sandbox finds the proxy: at a port of a loopback of its own, which nobody else can reach,
 * and behind that the socket of this name in the folder that it works in.
 */
export const proxySocket = { name: 'proxy.sock', portInside: 3128 }

const relay = fileURLToPath(new URL('./proxy-relay.ts', import.meta.url))
/** What the relay imports, and what marks it as a module. */
const relayNeeds = ['../../lib/find-program.ts', '../../../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Whom TLS trusts; no keys. */
const certificates = [
  'ssl/certs',
  'ssl/cert.pem',
  'ssl/openssl.cnf',
  'ca-certificates',
  'pki/tls/certs',
  'pki/tls/cert.pem',
  'pki/ca-trust/extracted',
].map((name) => join('/etc', name))

const maxProcesses = 64
const maxLinks = 10
const maxFirstLineBytes = 256

/** Gives the words that go before a program's command, for a run that works in `folder`. */
export type WordsBefore = (folder: string) => string[]

/** For a program that is bound by limits, and by nothing else. */
export async function limitedWords(limits: ToolLimits): Promise<WordsBefore> {
  const words = await limitedCommand(limits)
  return () => words
}

/**
 * For a program in a sandbox: it sees the system's programs, its own files, and `folder`, where alone it
 * can write; it has no network but a relay to the proxy whose socket is in `folder`. Undefined where this machine
 * has no sandbox; whether one works is known only by using it.
 */
export async function sandboxedWords(
  program: string,
  limits: ToolLimits,
  searchPath: string,
): Promise<WordsBefore | undefined> {
  const sandbox = await findSandbox(searchPath)
  if (sandbox === undefined) return undefined
  const limitWords = await limitedCommand({ ...limits, maxProcesses })
  const readable = [
    ...certificates,
    process.execPath,
    relay,
    ...relayNeeds,
    ...(await filesOfProgram(program)),
  ]
  const relayWords = [process.execPath, relay, proxySocket.name, String(proxySocket.portInside)]
  return (folder) => [...sandbox({ readable, folder, folderInside: folder }), ...limitWords, ...relayWords]
}

/** The program, its interpreter and what belongs to them, where the system's own folders do not hold it. */
async function filesOfProgram(program: string): Promise<string[]> {
  const interpreter = await interpreterOf(program)
  const ways = [program, ...(interpreter === undefined ? [] : [interpreter])].map(linksTo)
  const steps = (await Promise.all(ways)).flat()
  return [...new Set(steps.filter((path) => !/^(?:\/usr)?\/bin\//.test(path)).flatMap(filesBeside))]
}

/** A file and, where it lies in a `bin`, what Python keeps around that; never a whole home. */
function filesBeside(path: string): string[] {
  const folder = dirname(path)
  if (basename(folder) !== 'bin') return [path]
  return [folder, ...['lib', 'lib64', 'pyvenv.cfg'].map((name) => join(dirname(folder), name))]
}

/** Each place on the way from `path` to the file it means. */
async function linksTo(path: string): Promise<string[]> {
  const steps = [path]
  for (let step = path; steps.length <= maxLinks; steps.push(step)) {
    const next = await readlink(step).catch(() => undefined)
    if (next === undefined) break
    step = resolve(dirname(step), next)
  }
  return [...steps, await realpath(path).catch(() => path)]
}

async function interpreterOf(program: string): Promise<string | undefined> {
  const file = await open(program).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxFirstLineBytes), 0, maxFirstLineBytes, 0)
    return /^#!\s*(\/\S+)/.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}
