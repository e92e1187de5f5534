import { usedEnvFile } from '../env-file.ts'
import { lineFindings } from './env-file-lines.ts'
import type { SettingFinding } from './finding.ts'
import { halfPairs } from './half-pairs.ts'
import { nameFindings } from './names.ts'

/** Findings about the names of the settings, which of them belong together, and the lines of their file. */
export function checkNamesAndPairs(): SettingFinding[] {
  const envFile = usedEnvFile()
  const environment = Object.keys(process.env).filter((name) => envFile?.decides.has(name) !== true)
  return [...nameFindings(environment, envFile), ...lineFindings(envFile), ...halfPairs(process.env, envFile)]
}
