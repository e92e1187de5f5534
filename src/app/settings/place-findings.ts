import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { type SettingFinding, mistake, note } from '../../config/checks/finding.ts'
import type { Config } from '../../config/config.ts'
import { settingsInForce } from '../../config/describe-settings.ts'
import { usedEnvFile } from '../../config/env-file.ts'
import { systemCode } from '../../lib/system-code.ts'
import { foreignOwner } from '../data-owner.ts'
import { offloadFault } from '../offload-access.ts'
import { readSynonyms } from '../search/search-builder.ts'

const timeoutMs = 5000

/** Findings about the files, folders, ports and servers in the settings, except the database and the bucket. */
export async function placeFindings(config: Config): Promise<SettingFinding[]> {
  return [
    ...(await envFileFindings()),
    ...(await dataFolderFindings(config)),
    ...(await offloadFindings(config)),
    ...(await certificateFindings(config.database?.url ?? null)),
    ...(await sentencesOf(readSynonyms(config.search.synonymsFile))),
    ...metricsPortClash(config),
    ...(await hostFindings('HOST', config.server.host)),
    ...(config.metrics === null ? [] : await hostFindings('METRICS_HOST', config.metrics.host)),
    ...(await serverFindings(config)),
  ]
}

/** The finding that the metrics use the same port as the site. */
export function metricsPortClash({ server, metrics }: Config): SettingFinding[] {
  if (metrics === null || metrics.port === 0 || metrics.port !== server.port) return []
  const isAny = (host: string) => ['0.0.0.0', '::'].includes(host)
  if (server.host !== metrics.host && !isAny(server.host) && !isAny(metrics.host)) return []
  return [mistake(`METRICS_PORT ${metrics.port} is that of PORT too; set METRICS_PORT to another one.`)]
}

/** Anyone who can read the file can read its secrets. */
async function envFileFindings(): Promise<SettingFinding[]> {
  const file = usedEnvFile()
  if (file === null) return []
  const secret = settingsInForce().find(
    (one) => one.file === file.path && typeof one.value === 'string' && one.value.includes('***'),
  )
  if (secret === undefined || ((await stat(file.path)).mode & 0o004) === 0) return []
  return [mistake(`${file.path} holds ${secret.name} and can be read by every user: chmod 640 ${file.path}.`)]
}

async function offloadFindings(config: Config): Promise<SettingFinding[]> {
  const fault = await offloadFault(config)
  return fault === null ? [] : [mistake(fault)]
}

async function dataFolderFindings(config: Config): Promise<SettingFinding[]> {
  const { folder } = config.data
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() === false) return [mistake(`DATA_DIR ${folder} is not a folder.`)]
  const owner = await foreignOwner(config)
  if (owner !== null)
    return [
      mistake(
        `DATA_DIR ${folder} belongs to ${owner}, who could not read what root makes there: sudo -u ${owner}.`,
      ),
    ]
  if (found !== undefined)
    return (await mayWrite(folder)) ? [] : [mistake(`DATA_DIR ${folder} cannot be written by this user.`)]
  const isNamed = (process.env.DATA_DIR?.trim() ?? '') !== ''
  const text = `DATA_DIR ${folder} does not exist`
  if (!isNamed && (await mayWrite(dirname(folder)))) return [note(`${text}; the first start makes it.`)]
  return [mistake(`${text}. Make it, or set DATA_DIR to the folder of the instance.`)]
}

async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** The TLS files named in the address of the database. */
async function certificateFindings(url: string | null): Promise<SettingFinding[]> {
  if (url === null || !URL.canParse(url)) return []
  const parameters = new URL(url).searchParams
  const findings: SettingFinding[] = []
  for (const [one, other] of [
    ['sslcert', 'sslkey'],
    ['sslkey', 'sslcert'],
  ] as const)
    if (parameters.has(one) && !parameters.has(other))
      findings.push(mistake(`${one} in DATABASE_URL needs ${other}: set both, or neither.`))
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name)
    if (file === null || file === 'system') continue
    const code = await access(file, constants.R_OK).then(() => null, systemCode)
    if (code !== null)
      findings.push(mistake(`${name} in DATABASE_URL names ${file}, which cannot be read (${code}).`))
  }
  return findings
}

/** Checks that this machine has the address to listen on. */
async function hostFindings(name: string, host: string): Promise<SettingFinding[]> {
  const server = createServer().listen({ host, port: 0 })
  const code = await once(server, 'listening').then(() => null, systemCode)
  server.close()
  return code === null ? [] : [mistake(`${name} ${host} is not an address of this machine (${code}).`)]
}

/** The servers in the settings that cannot be reached. */
async function serverFindings({ signOn, upstream, tracing, media }: Config): Promise<SettingFinding[]> {
  const servers: [name: string, url: string | undefined][] = [
    ['OIDC_ISSUER', signOn?.provider.issuer],
    ['UPSTREAM_URL', upstream?.url],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', tracing?.endpoint],
    ['PURGE_URL', media.purge?.url],
  ]
  const findings = servers.map(async ([name, url]) => {
    const code = url === undefined ? null : await connectionFault(new URL(url))
    return code === null
      ? []
      : [mistake(`${name}: the server ${new URL(url ?? '').host} cannot be reached (${code}).`)]
  })
  return (await Promise.all(findings)).flat()
}

async function connectionFault({ protocol, hostname, port }: URL): Promise<string | null> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    return null
  } catch (error) {
    return systemCode(error) ?? 'no answer'
  } finally {
    socket.destroy()
  }
}

/** The sentence of an error, as a finding. */
export async function sentencesOf(work: Promise<unknown>): Promise<SettingFinding[]> {
  return work.then(
    () => [],
    (error: unknown) => [mistake(error instanceof Error ? error.message : String(error))],
  )
}
