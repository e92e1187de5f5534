import { type EnvFile, usedEnvFile } from '../env-file.ts'
import { mistake, type SettingFinding } from './finding.ts'
import { halfPairs } from './half-pairs.ts'
import { nameFindings } from './names.ts'

/** A line that Node, systemd and Compose read alike: single quotes keep everything, others only what is plain. */
const alike = /^[A-Za-z_]\w*=(?:'[^']*'|"[^"\\$`]*"|[^\s'"`#$\\](?:[^'"`#$\\]*[^\s'"`#$\\])?)?\s*$/
const empty = /^\s*(?:#.*)?$/
const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/

/** Findings about lines of a settings file that are lost, or that systemd or Compose would read differently. */
function lineFindings(envFile: EnvFile | null): SettingFinding[] {
  if (envFile === null) return []
  return envFile.text.split(/\r?\n/).flatMap((line, index) => {
    if (empty.test(line) || alike.test(line)) return []
    const where = `Line ${index + 1} of ${envFile.path}`
    // The value is not shown: it may be a secret.
    const name = assignment.exec(line)?.[1]
    if (name === undefined) return [mistake(`${where} has no effect: it is not NAME=value.`)]
    const advice = `write ${name}='value' on one line`
    return [mistake(`${where} (${name}) is read in another way by systemd or Compose: ${advice}.`)]
  })
}

/** Findings about the names of settings, their dependencies, and the lines of their file. */
export function checkNamesAndPairs(): SettingFinding[] {
  const envFile = usedEnvFile()
  const environment = Object.keys(process.env).filter((name) => envFile?.decides.has(name) !== true)
  return [...nameFindings(environment, envFile), ...lineFindings(envFile), ...halfPairs(process.env, envFile)]
}
