import { type DiskSpace, unlimitedDiskSpace } from '../creation/disk-space.ts'
import type { RunContext, RunDeps } from '../creation/run.ts'
import { runCreation } from '../creation/run-creation.ts'
import { runDerivation } from '../creation/run-derivation.ts'
import { runMeasurement } from '../creation/sources/run-measurement.ts'
import { runPreparation } from '../creation/sources/run-preparation.ts'
import type { Claim } from '../creation/task.ts'
import type { Log } from '../lib/log/log.ts'
import type { Workspaces } from './workspaces.ts'

/** Runs a claimed task once, in its own workspace. Returns and throws as the function for its class does. */
export async function runClaim(
  run: RunDeps,
  claim: Claim,
  {
    workspaces,
    diskSpace = unlimitedDiskSpace,
  }: { workspaces: Workspaces; diskSpace?: DiskSpace | undefined },
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
      if (claim.kind === 'measurement') return await runMeasurement(run, claim, whole)
      return await runPreparation(run, claim, whole)
    } finally {
      await workspaces.remove(workspace)
    }
  } finally {
    space.release()
  }
}
