import type { UnitOfWork } from './task-queue.ts'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import type { MediaEngine } from '../media/media-engine.ts'
import type { MediaStore } from '../media/media-store.ts'
import { gifFolder, renditionKey, renditionNames } from '../media/rendition.ts'
import { join } from 'node:path'
import type { RunContext } from './run-creation.ts'
import type { DerivationClaim } from './task.ts'

export type DerivationDeps = {
  catalogue: Pick<CatalogueStore, 'gifByMediaId'>
  unitOfWork: UnitOfWork
  mediaStore: Pick<MediaStore, 'put' | 'fetch' | 'removeAll'>
  mediaEngine: Pick<MediaEngine, 'derive'>
}

/** What everything is derived from. */
const source = 'gif'

/**
 * Makes the renditions of a claimed derivation that the GIF does not have yet: files first, then ONE transaction that
 * adds them to the GIF and ends the task. A GIF that is gone meanwhile leaves no files. False when the claim was lost:
 * the files stay for the next claim, which writes them again. Throws what the adapters throw.
 */
export async function runDerivation(
  deps: DerivationDeps,
  claim: DerivationClaim,
  { workspace, ...context }: RunContext,
): Promise<boolean> {
  const { catalogue, unitOfWork, mediaStore, mediaEngine } = deps
  const { mediaId } = claim
  const gif = await catalogue.gifByMediaId(mediaId)
  const names = claim.renditions.filter((name) => gif !== undefined && gif.renditions[name] === undefined)
  context.onProgress({ fraction: 0, step: 'rendering' })
  const files = names.length === 0 ? {} : await derive()
  context.onProgress({ fraction: 1, step: 'storing' })
  for (const name of renditionNames) {
    const file = files[name]
    if (file !== undefined) await mediaStore.put(renditionKey(mediaId, name), file.path)
  }
  const isRecorded = await unitOfWork.inTransaction(async ({ catalogue: writer, tasks }) => {
    const { standing } = await tasks.standing(claim)
    if (standing !== 'held') return standing === 'completed'
    await writer.addRenditions(mediaId, files)
    await tasks.complete(claim)
    return true
  })
  if ((await catalogue.gifByMediaId(mediaId)) === undefined) await mediaStore.removeAll(gifFolder(mediaId))
  return isRecorded

  async function derive() {
    const input = join(workspace, 'source')
    await mediaStore.fetch(renditionKey(mediaId, source), input)
    if (gif === undefined) return {}
    const plan = {
      kind: 'derive' as const,
      from: { kind: 'stored' as const, name: source, input } as const,
      gif: {
        width: gif.width,
        height: gif.height,
        frames: gif.frames,
        durationMs: gif.durationMs,
        hasAlpha: gif.hasAlpha === true,
      },
      loops: 0,
      renditions: names,
    }
    return mediaEngine.derive(plan, workspace, {
      signal: context.signal,
      space: context.space,
      onProgress: (fraction) => context.onProgress({ fraction, step: 'rendering' }),
    })
  }
}
