import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceFolder } from '../media/media-files.ts'
import type { Layer } from '../layers/layer.ts'
import {
  inputsOf,
  type KeepPlan,
  type PicturesPlan,
  type Rendered,
  type RenderPlan,
  type VideoPlan,
} from '../media/media-engine.ts'
import { type MediaStore, type StoreKey, storeKey } from '../media/media-store.ts'

/** The plan that made a GIF from its source; if a loop was searched for, the plan names the part that was chosen. */
export type SourcePlan =
  | (Omit<VideoPlan, 'input' | 'overlay'> & KeptLayers)
  | (Omit<PicturesPlan, 'inputs' | 'overlay'> & KeptLayers)
  | Omit<KeepPlan, 'input'>

/** The layers' pictures are the last `stickers` of the kept files. */
type KeptLayers = { overlay?: { layers: Layer[]; stickers: number } }

/** The source of a GIF, which is kept until its renditions are derived from it. */
export type KeptSource = {
  plan: SourcePlan
  /** The number of its files, which are in order. */
  files: number
  bytes: number
  /** Milliseconds since 1970. */
  until: number
  /** The folder of the prepared source that has the files; omitted: they are kept only for the derivation. */
  folder?: string
  /** The names of the files in that folder; omitted: their positions, from 0. */
  names?: string[]
}

/**
 * Moves the inputs of a plan into the media store to keep them. Returns null if they take more than `maxBytes` or
 * cannot be stored: that does not fail the GIF.
 */
export async function storeSource(
  mediaStore: MediaStore,
  mediaId: string,
  plan: RenderPlan | KeepPlan,
  { loop, until, maxBytes }: { loop: Rendered['loop']; until: number; maxBytes: number },
): Promise<KeptSource | null> {
  const paths = inputsOf(plan)
  try {
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    if (bytes > maxBytes) return null
    for (const [index, path] of paths.entries()) await mediaStore.put(sourceKey(mediaId, index), path)
    return { plan: sourcePlan(plan, loop), files: paths.length, bytes, until }
  } catch {
    // Faults of the media store show in its metrics and in /readyz; the sweeper removes the files left here.
    await dropSource(mediaStore, mediaId).catch(() => undefined)
    return null
  }
}

/** Fetches a kept source into a subfolder of `folder`. Throws AppError not_found if a file is gone. */
export async function fetchSource(
  mediaStore: MediaStore,
  mediaId: string,
  { plan, files, folder: kept = sourceFolder(mediaId), names }: KeptSource,
  folder: string,
): Promise<RenderPlan | KeepPlan> {
  const inputs: string[] = []
  await mkdir(join(folder, 'source'))
  for (let index = 0; index < files; index++) {
    const path = join(folder, 'source', String(index))
    await mediaStore.fetch(storeKey(`${kept}/${names?.[index] ?? index}`), path)
    inputs.push(path)
  }
  if (plan.kind === 'keep') return { ...plan, input: inputs[0] ?? '' }
  const { overlay, ...rest } = plan
  const stickers = inputs.splice(inputs.length - (overlay?.stickers ?? 0))
  const drawn = overlay === undefined ? {} : { overlay: { layers: overlay.layers, stickers } }
  return rest.kind === 'pictures'
    ? { ...rest, inputs, ...drawn }
    : { ...rest, input: inputs[0] ?? '', ...drawn }
}

export async function dropSource(mediaStore: MediaStore, mediaId: string): Promise<void> {
  await mediaStore.removeAll(sourceFolder(mediaId))
}

function sourceKey(mediaId: string, index: number): StoreKey {
  return storeKey(`${sourceFolder(mediaId)}/${index}`)
}

/** Returns the plan of a GIF without the place of its source. */
export function sourcePlan(plan: RenderPlan | KeepPlan, loop: Rendered['loop']): SourcePlan {
  if (plan.kind === 'keep') return { kind: 'keep' }
  const { overlay } = plan
  const kept =
    overlay === undefined ? {} : { overlay: { layers: overlay.layers, stickers: overlay.stickers.length } }
  if (plan.kind === 'pictures') {
    const { inputs: _, overlay: _overlay, ...rest } = plan
    return { ...rest, ...kept }
  }
  const { input: _, overlay: _overlay, ...rest } = plan
  const found = loop === null ? {} : { ...loop, clip: { ...rest.clip, autoLoop: false } }
  return { ...rest, ...found, ...kept }
}
