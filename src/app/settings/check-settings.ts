import { checkNamesAndPairs } from '../../config/checks/check-names-and-pairs.ts'
import { type SettingFinding, mistake } from '../../config/checks/finding.ts'
import { type Config, loadConfig } from '../../config/config.ts'
import { InvalidSettings } from '../../config/env.ts'
import { placeFindings } from './place-findings.ts'
import { optionalProgramFindings, programFindings } from './program-findings.ts'
import { storeFindings } from './store-findings.ts'

/** All mistakes in this process's settings and in everything they name. Changes nothing. */
export async function checkSettings(): Promise<SettingFinding[]> {
  let config: Config
  try {
    config = loadConfig()
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    return [...error.mistakes.map((text) => mistake(`${text}.`)), ...checkNamesAndPairs()]
  }
  return [
    ...checkNamesAndPairs(),
    ...(config.worker.concurrency > 0 ? await programFindings(config) : []),
    ...(await optionalProgramFindings(config)),
    ...(await placeFindings(config)),
    ...(await storeFindings(config)),
  ]
}
