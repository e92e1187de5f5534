import { randomId } from '../../lib/ids.ts'
import { compareChanges, compareTables, refuseOtherTables } from './compare-rows.ts'
import { claimStores, copyFiles, copyFolders, type FilesMove, foldersNamedBy } from './copy-files.ts'
import {
  applyChanges,
  catchUp,
  copyTables,
  defaultRowsAtOnce,
  tableFinder,
  throwIfStopped,
} from './copy-rows.ts'
import type { FilesSummary, MoveProgress, MoveState, MoveSummary } from './move.ts'
import type { MoveSnapshot, MoveSource } from './move-source.ts'
import type { MoveTarget } from './move-target.ts'

export type MoveDeps = {
  source: MoveSource
  /** Null: the database stays. */
  target: MoveTarget | null
  /** Null: the files stay. */
  files: FilesMove | null
  /** The target as shown to people; a move can only continue to the same one. */
  to: string
  /** The message for clients that write to the source after the move. */
  sentence: string
  signal: AbortSignal
  onProgress: MoveProgress
  rowsAtOnce?: number
}

const quietly = () => undefined

/** The number of folders that is small enough to copy during the hold. */
const fewFolders = 50

/** The maximum number of rounds: on a busy instance, some folders are always left. */
const maxFileRounds = 4

/**
 * Moves an instance that may be in use: copies everything while changes are recorded, compares both sides, then blocks
 * writers for the last changes, and makes the source refuse every later write. If it is stopped at any point, the next
 * run continues from there; the source loses and changes nothing. Throws a sentence.
 */
export async function runMove(deps: MoveDeps): Promise<MoveSummary> {
  const { source, target, files, signal } = deps
  const state = await refuseUnfit(deps)
  if (state?.phase === 'moved') return finishMoved(deps)
  const move = { id: state?.id ?? randomId(16), to: deps.to }
  if (files !== null) await claimStores(files)
  await source.begin(move.id, move.to)
  await target?.begin(move.id)

  // A row is written after its files: files that are not listed now belong to a recorded change.
  const begun = await source.inSnapshot(async ({ position }) => position)
  const copied = files === null ? null : await copyFiles(files, deps)
  const compared = target === null ? null : await copyDatabase(deps, target)
  const changed = files === null ? null : await catchUpFiles(deps, files, begun)
  // The rounds above may have taken a while.
  if (target !== null) await catchUp(source, target, optionsOf(deps))

  throwIfStopped(signal)
  const since = { filesSince: changed?.since ?? begun, comparedSince: compared?.since ?? 0n }
  const { heldMs, late } = await cutOver(deps, since)
  await target?.release()
  const sum = copied === null || changed === null ? null : sumOf(copied, changed, late)
  return { rows: compared?.rows ?? null, files: sum, heldMs }
}

const optionsOf = (deps: MoveDeps) => ({ ...deps, rowsAtOnce: deps.rowsAtOnce ?? defaultRowsAtOnce })

type CutOver = { filesSince: bigint; comparedSince: bigint }

type LateFiles = { copied: number; copiedBytes: number }

async function copyDatabase(
  deps: MoveDeps,
  target: MoveTarget,
): Promise<{ since: bigint; rows: MoveSummary['rows'] }> {
  const { source } = deps
  const options = optionsOf(deps)
  await copyTables(source, target, options)
  await catchUp(source, target, options)
  const since = await target.position()
  const rows = await compareTables(source, target, { ...options, since })
  return { since, rows }
}

/** Copies the files of changed rows until few are left. Returns the position from which other changes start. */
async function catchUpFiles(
  deps: MoveDeps,
  files: FilesMove,
  from: bigint,
): Promise<LateFiles & { since: bigint }> {
  const all = { copied: 0, copiedBytes: 0 }
  let since = from
  for (let round = 0; round < maxFileRounds; round++) {
    throwIfStopped(deps.signal)
    const { folders, position } = await deps.source.inSnapshot(async (snapshot) => ({
      folders: await foldersChanged(snapshot, since),
      position: snapshot.position,
    }))
    const late = await copyFolders(files, folders)
    all.copied += late.copied
    all.copiedBytes += late.copiedBytes
    since = position
    if (folders.size <= fewFolders) break
  }
  return { ...all, since }
}

/** The short part, during which writers wait. At the end, either the source refuses writes, or nothing has changed. */
async function cutOver(
  deps: MoveDeps,
  { filesSince, comparedSince }: CutOver,
): Promise<{ heldMs: number; late: LateFiles }> {
  const { source, target, files, sentence } = deps
  const startedAt = performance.now()
  const late = await source.hold(async (held) => {
    const folders = files === null ? new Set<string>() : await foldersChanged(held, filesSince)
    const copied = files === null ? { copied: 0, copiedBytes: 0 } : await copyFolders(files, folders)
    if (target !== null) {
      await applyChanges(held, target, quietly)
      await compareChanges(held, target, comparedSince)
      await target.finish(await held.lastIds())
    }
    await held.refuseWrites(sentence)
    return copied
  })
  return { heldMs: performance.now() - startedAt, late }
}

/** Throws a sentence if the target belongs to something else, before anything is changed. */
async function refuseUnfit({ source, target, to }: MoveDeps): Promise<MoveState | undefined> {
  const state = await source.state()
  if (state !== undefined && state.to !== to)
    throw new Error(
      state.phase === 'moved'
        ? (state.sentence ?? '')
        : `A move to ${state.to} was begun. Go on with that one, or give it up first: gifwright move --undo`,
    )
  const moveId = await target?.moveId()
  if (state?.phase === 'moved' && moveId === undefined) throw new Error(state.sentence ?? '')
  if (target === null) return state
  if (moveId !== undefined && moveId !== state?.id)
    throw new Error(
      `${to} is the target of another move, or of one that was given up. Drop the database and create it again.`,
    )
  refuseOtherTables(await source.tables(), await target.tables())
  return state
}

/** Completes a move that was ended between its last two steps: everything is copied, and the source refuses writes. */
async function finishMoved({ target }: MoveDeps): Promise<MoveSummary> {
  if (target === null) return { rows: null, files: null, heldMs: 0 }
  const tables = await target.tables()
  let rows = 0
  for (const table of tables) rows += await target.count(table)
  await target.release()
  return { rows: { tables: tables.length, rows }, files: null, heldMs: 0 }
}

/** The folders named by changed rows. */
async function foldersChanged(snapshot: MoveSnapshot, since: bigint): Promise<Set<string>> {
  const find = tableFinder(await snapshot.tables())
  const folders = new Set<string>()
  for await (const { table, keys } of snapshot.changes(since))
    for (const folder of foldersNamedBy(find(table), await snapshot.readByKey(find(table), keys)))
      folders.add(folder)
  return folders
}

function sumOf(copied: FilesSummary, ...later: LateFiles[]): FilesSummary {
  const files = later.reduce((sum, { copied: count }) => sum + count, 0)
  const bytes = later.reduce((sum, { copiedBytes }) => sum + copiedBytes, 0)
  return {
    files: copied.files + files,
    bytes: copied.bytes + bytes,
    copied: copied.copied + files,
    copiedBytes: copied.copiedBytes + bytes,
  }
}
