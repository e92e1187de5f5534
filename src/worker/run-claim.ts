import { type DiskSpace, unlimitedDiskSpace } from '../creation/disk-space.ts'
import { type RunContext, type RunDeps, runCreation } from '../creation/run-creation.ts'
import { type DerivationDeps, runDerivation } from '../creation/run-derivation.ts'
import { runMeasurement } from '../creation/sources/run-measurement.ts'
import { runPreparation } from '../creation/sources/run-preparation.ts'
import type { Claim } from '../creation/task.ts'
import type { Log } from '../lib/log/log.ts'
import type { Workspaces } from './workspaces.ts'

export type RunClaimDeps = {
  run: RunDeps & DerivationDeps
  workspaces: Workspaces
  /** Left out: no limit of disk space. */
  diskSpace?: Pick<DiskSpace, 'openJob'>
}

/** Runs a claimed task once, in a workspace of its own. Gives and throws what the function for its class does. */
export async function runClaim(
  { run, workspaces, diskSpace = unlimitedDiskSpace }: RunClaimDeps,
  claim: Claim,
  context: Omit<RunContext, 'workspace' | 'space'> & { log: Log },
): Promise<boolean> {
  const space = diskSpace.openJob()
  try {
    const workspace = await workspaces.make()
    try {
      const signal = AbortSignal.any([context.signal, space.signal])
      const whole = { ...context, signal, workspace, space }
      if (claim.kind === 'derivation') return await runDerivation(run, claim, whole)
      if ('request' in claim) return await runCreation(run, claim, whole)
      if (run.prepared === undefined) throw new Error('unreachable: nothing is prepared here')
      if (claim.kind === 'measurement')
        return await runMeasurement({ ...run, prepared: run.prepared }, claim, whole)
      return await runPreparation({ ...run, prepared: run.prepared }, claim, whole)
    } finally {
      await workspaces.remove(workspace)
    }
  } finally {
    space.release()
  }
}
