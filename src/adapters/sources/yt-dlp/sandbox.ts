import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandPrefix } from '../../../lib/sandbox/prefixed-command.ts'
import { findSandbox } from '../../../lib/sandbox/sandbox.ts'
import { filesOfPrograms } from '../../../lib/sandbox/sandbox-paths.ts'
import { limitedCommand, type ToolLimits } from '../../../lib/tools/tool-limits.ts'

/**
 * The address of the proxy for a program in the sandbox: a port of its own loopback interface, which is relayed to the
 * socket of this name in its working folder.
 */
export const proxySocket = { name: 'proxy.sock', portInside: 3128 }

const relay = fileURLToPath(new URL('../proxy/proxy-relay.ts', import.meta.url))
/** The files that the relay imports, and the package.json that makes it a module. */
const relayNeeds = ['../../../lib/tools/find-program.ts', '../../../../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

/** Trusted certificates; no keys. */
const certificates = [
  ...['ssl/certs', 'ssl/cert.pem', 'ssl/openssl.cnf', 'ca-certificates'],
  ...['pki/tls/certs', 'pki/tls/cert.pem', 'pki/ca-trust/extracted'],
].map((name) => join('/etc', name))
const certificateFolders = ['/usr/share/ca-certificates', '/usr/share/pki']

const maxProcesses = 64
const maxFirstLineBytes = 256

/** Returns the prefix of a command that runs in `folder`. */
export type PrefixIn = (folder: string) => CommandPrefix

/** Returns the prefix with limits only. */
export async function limitedPrefix(limits: ToolLimits): Promise<PrefixIn> {
  const args = await limitedCommand(limits)
  return () => ({ args })
}

/**
 * Returns the prefix with a sandbox: the program sees the system's programs, its own files, and `folder`, the only
 * place where it can write; its only network is a relay to the proxy whose socket is in `folder`. `missing` lists
 * features that the sandbox lacks here. Returns undefined if this machine has no sandbox; only using it shows whether
 * it works.
 */
export async function sandboxedPrefix(
  program: string,
  limits: ToolLimits,
  searchPath: string,
): Promise<{ prefixIn: PrefixIn; missing: string[] } | undefined> {
  const sandbox = await findSandbox(searchPath)
  if (sandbox === undefined) return undefined
  const limitArgs = await limitedCommand({ ...limits, maxProcesses })
  const readable = await readableByYtDlp(program)
  const relayArgs = [process.execPath, relay, proxySocket.name, String(proxySocket.portInside)]
  return {
    missing: sandbox.missing,
    prefixIn(folder) {
      const spec = { readable, folder, folderInside: folder, innermost: 'downloader' } as const
      const { args, filter } = sandbox.prefix(spec)
      return { args: [...args, ...limitArgs, ...relayArgs], filter }
    },
  }
}

/** Returns the files that yt-dlp can read in its sandbox besides the system's folders. `program` is its path. */
export async function readableByYtDlp(program: string): Promise<string[]> {
  const interpreter = await interpreterOf(program)
  const programs = [process.execPath, program, ...(interpreter === undefined ? [] : [interpreter])]
  return [
    ...[...certificates, ...certificateFolders],
    ...[relay, ...relayNeeds],
    ...(await filesOfPrograms(programs, '')),
  ]
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
