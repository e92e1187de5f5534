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

/** The number of failed runs, and of runs whose worker died, after which the kept source is no longer used. */
const maxSourceRuns = { failed: 2, died: 3 }

/**
 * Makes the missing renditions of a claimed derivation, a group at a time: files first, then ONE transaction that adds
 * them to the GIF, so that a later run continues where this one is cut off; a last transaction ends the task. A group
 * that the media does not allow is skipped, and the others are made. If the GIF is gone, no files are left; if its
 * files are moved during the run, the claim is lost. Returns false if the claim was lost. Throws the errors of the
 * adapters, and at the end the error of the first skipped group.
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

/** `lost`: the claim was lost; `gone`: the GIF no longer exists. */
type GroupOutcome = 'made' | 'lost' | 'gone'

/** Makes all groups; returns the error of the first one that the media does not allow. */
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
      // One job may be too short for all renditions of a large GIF.
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

  /** Throws AppError for a group that the media does not allow, and the errors of the adapters. */
  async make(group: RenditionName[], onProgress: (part: number) => void): Promise<GroupOutcome> {
    // An earlier group may have made the same rendition.
    const missing = missingRenditions({ ...this.#gif, renditions: this.#made })
    const names = group.filter((name) => missing.includes(name))
    if (names.length === 0) return 'made'
    const files = await this.#derive(names, onProgress)
    this.#context.signal.throwIfAborted()
    // The files of a GIF may have been moved in the meantime: nothing may be written under the old media id.
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

  /** Returns the GIF itself if it was kept as it is; null if it was made. */
  async #original(): Promise<DerivePlan['from'] | null> {
    if (this.#gif.isOriginal !== true) return null
    return { kind: 'source', plan: { kind: 'keep', input: await this.#fetchStored('gif') } }
  }

  /** Returns null if the source is not kept (any more) or has failed too often. */
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

  /**
   * Returns the stored file with the most detail: only the WebP has transparency, and older versions did not record it.
   */
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

/** Returns true if the media is at fault, so that a retry would not help. */
function isOfMedia(error: unknown): boolean {
  return error instanceof AppError && faultClassOf(error.code) === 'input'
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.code === 'timed_out'
}

/**
 * Splits renditions into groups that are made together, from one decode of the source: WebM, which takes as long as all
 * others, comes last. No group is empty.
 */
export function derivationGroups(names: readonly RenditionName[]): RenditionName[][] {
  const isWebm = (name: RenditionName) => renditions[name].codec === 'vp9'
  const groups = [names.filter((name) => !isWebm(name)), names.filter(isWebm)]
  return groups.filter((group) => group.length > 0)
}
