import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Gif } from '../catalogue/gif.ts'
import { AppError } from '../lib/app-error.ts'
import type { Log } from '../lib/log/log.ts'
import type { DerivedFiles, DerivePlan } from '../media/media-engine.ts'
import { removeMedia, storeFiles } from '../media/media-files.ts'
import { renditionKey, type RenditionName, type Renditions, renditions } from '../media/rendition.ts'
import { missingRenditions } from '../media/resolve-rendition.ts'
import { fetchSource } from './kept-source.ts'
import { faultClassOf } from './retry.ts'
import type { RunContext, RunDeps } from './run.ts'
import type { DerivationClaim } from './task.ts'

type Context = RunContext & { log: Log }

/** The kept source is left alone after so many failed runs, and after so many whose worker died. */
const maxSourceRuns = { failed: 2, died: 3 }

/**
 * Makes the renditions of a claimed derivation that the GIF lacks, a group at a time: files first, then ONE transaction
 * that adds them to the GIF, so that a later run goes on where this one is cut off; a last one ends the task. A group
 * that the media does not allow is left out, and the others are made. A GIF that is gone leaves no files, and one whose
 * files are moved meanwhile loses the claim. False when the
 * claim was lost. Throws what the adapters throw, and at the end the error of the first group that was left out.
 */
export async function runDerivation(
  deps: RunDeps,
  claim: DerivationClaim,
  context: Context,
): Promise<boolean> {
  const { catalogue, mediaStore } = deps
  const { mediaId } = claim
  if (await catalogue.isMediaArriving(mediaId))
    throw new AppError('unavailable', { detail: 'filesMoving' }, { retry: true })
  const gif = await catalogue.gifByMediaId(mediaId)
  const { outcome, error } =
    gif === undefined ? { outcome: 'gone' as const } : await makeGroups(deps, claim, gif, context)
  const isHeld = outcome !== 'lost' && (error !== undefined || (await complete(deps, claim)))
  if (!(await catalogue.isMediaNamed(mediaId))) await removeMedia(mediaStore, mediaId)
  if (isHeld && error !== undefined) throw error
  return isHeld
}

/** `lost`: the claim is; `gone`: the GIF is. */
type GroupOutcome = 'made' | 'lost' | 'gone'

/** Makes all groups; gives the error of the first that the media does not allow. */
async function makeGroups(
  deps: RunDeps,
  claim: DerivationClaim,
  gif: Gif,
  context: Context,
): Promise<{ outcome: GroupOutcome; error?: unknown }> {
  const maker = new GroupMaker(deps, claim, gif, context)
  const names = missingRenditions(gif).filter((name) => claim.renditions.includes(name))
  const waiting = derivationGroups(names)
  let firstError: unknown
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
    const { length } = group
    const before = names.length - length - waiting.flat().length
    const onProgress = (part: number) =>
      context.onProgress({ fraction: (before + part * length) / names.length, step: 'rendering' })
    try {
      const outcome = await maker.make(group, onProgress)
      if (outcome !== 'made') return { outcome }
    } catch (error) {
      if (!isOfMedia(error)) throw error
      context.log.warn({ err: error, renditions: group }, 'renditions could not be derived')
      // Of a large GIF not all of them may be made in the time of one job.
      if (isTimeout(error) && length > 1) {
        waiting.unshift(group.slice(0, Math.ceil(length / 2)), group.slice(Math.ceil(length / 2)))
      } else firstError ??= error
    }
  }
  return { outcome: 'made', error: firstError }
}

/** Makes groups of renditions of one GIF from one source, which is fetched once. */
class GroupMaker {
  readonly #deps: RunDeps
  readonly #claim: DerivationClaim
  readonly #gif: Gif
  readonly #context: Context
  #made: Renditions
  #from: DerivePlan['from'] | undefined

  constructor(deps: RunDeps, claim: DerivationClaim, gif: Gif, context: Context) {
    this.#deps = deps
    this.#claim = claim
    this.#gif = gif
    this.#context = context
    this.#made = gif.renditions
  }

  /** Throws AppError for what the media does not allow, and what the adapters throw. */
  async make(group: RenditionName[], onProgress: (part: number) => void): Promise<GroupOutcome> {
    // One that a group before has made may be the same.
    const missing = missingRenditions({ ...this.#gif, renditions: this.#made })
    const names = group.filter((name) => missing.includes(name))
    if (names.length === 0) return 'made'
    const files = await this.#derive(names, onProgress)
    this.#context.signal.throwIfAborted()
    // The files of a GIF may have been moved meanwhile: under the old media id none may be written.
    if ((await this.#deps.catalogue.gifByMediaId(this.#gif.mediaId)) === undefined) return 'gone'
    await storeFiles(this.#deps.mediaStore, this.#gif.mediaId, files)
    this.#made = { ...this.#made, ...files }
    return record(this.#deps, this.#claim, files)
  }

  async #derive(names: RenditionName[], onProgress: (part: number) => void): Promise<DerivedFiles> {
    this.#from ??= (await this.#original()) ?? (await this.#keptSource()) ?? (await this.#storedFile())
    if (this.#from.kind === 'stored') return this.#deriveFrom(this.#from, names, onProgress)
    try {
      return await this.#deriveFrom(this.#from, names, onProgress)
    } catch (error) {
      if (!isOfMedia(error) || isTimeout(error)) throw error
      this.#context.log.warn({ err: error }, 'the kept source could not be used')
      this.#from = await this.#storedFile()
      return this.#deriveFrom(this.#from, names, onProgress)
    }
  }

  async #deriveFrom(
    from: DerivePlan['from'],
    names: RenditionName[],
    onProgress: (part: number) => void,
  ): Promise<DerivedFiles> {
    const { width, height, frames, durationMs, hasAlpha } = this.#gif
    const { loops } = this.#claim
    const { workspace, signal, space } = this.#context
    const folder = await mkdtemp(join(workspace, 'derived-'))
    const gif = { width, height, frames, durationMs, hasAlpha: hasAlpha ?? true }
    const plan = { kind: 'derive' as const, from, gif, loops, renditions: names }
    return this.#deps.mediaEngine.derive(plan, folder, { signal, space, onProgress })
  }

  /** The GIF itself, where it was kept as it is; null where it was made. */
  async #original(): Promise<DerivePlan['from'] | null> {
    if (this.#gif.isOriginal !== true) return null
    return { kind: 'source', plan: { kind: 'keep', input: await this.#fetchStored('gif') } }
  }

  /** Null where it is not kept (any more), or has failed too often. */
  async #keptSource(): Promise<DerivePlan['from'] | null> {
    const { source, failures, attempt, mediaId } = this.#claim
    const { mediaStore, clock } = this.#deps
    const mayUse = failures < maxSourceRuns.failed && attempt - failures <= maxSourceRuns.died
    if (source === null || source.until <= clock.now() || !mayUse) return null
    try {
      return { kind: 'source', plan: await fetchSource(mediaStore, mediaId, source, this.#context.workspace) }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
      this.#context.log.warn({ err: error }, 'the kept source is gone')
      return null
    }
  }

  /** What has the most of the GIF: only the WebP has its transparency, of which older versions noted nothing. */
  async #storedFile(): Promise<DerivePlan['from']> {
    const name = this.#gif.hasAlpha === false ? 'mp4' : 'webp'
    return { kind: 'stored', name, input: await this.#fetchStored(name) }
  }

  async #fetchStored(name: RenditionName): Promise<string> {
    const path = join(this.#context.workspace, `stored-${name}`)
    await this.#deps.mediaStore.fetch(renditionKey(this.#gif.mediaId, name), path)
    return path
  }
}

/** Adds files to the GIF. */
function record({ unitOfWork }: RunDeps, claim: DerivationClaim, files: DerivedFiles): Promise<GroupOutcome> {
  return unitOfWork.inTransaction(async ({ catalogue, tasks }) => {
    const { standing } = await tasks.standing(claim)
    if (standing !== 'held') return 'lost'
    return (await catalogue.addRenditions(claim.mediaId, files)) ? 'made' : 'gone'
  })
}

function complete({ unitOfWork }: RunDeps, claim: DerivationClaim): Promise<boolean> {
  return unitOfWork.inTransaction(async ({ tasks }) => {
    const { standing } = await tasks.standing(claim)
    if (standing === 'held') await tasks.complete(claim)
    return standing !== 'lost'
  })
}

/** Whether the fault is one of the media, which no further try would change. */
function isOfMedia(error: unknown): boolean {
  return error instanceof AppError && faultClassOf(error.code) === 'input'
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.code === 'timed_out'
}

/**
 * Splits renditions into the groups that are made together, and hence of one decode of the source: WebM, which takes as
 * long as all others, comes last. None is empty.
 */
export function derivationGroups(names: readonly RenditionName[]): RenditionName[][] {
  const isWebm = (name: RenditionName) => renditions[name].codec === 'vp9'
  const groups = [names.filter((name) => !isWebm(name)), names.filter(isWebm)]
  return groups.filter((group) => group.length > 0)
}
