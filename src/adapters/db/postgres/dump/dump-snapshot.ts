import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupRows, FolderFiles, Snapshot } from '../../../../ops/backup/backup.ts'
import { databaseName } from '../../../../lib/database.ts'
import { flush, sha256Of } from '../../../../lib/disk/files.ts'
import { randomId } from '../../../../lib/ids.ts'
import { systemCode } from '../../../../lib/system-code.ts'
import { type DumpPlace, DumpRows, type LeftOut } from './dump-rows.ts'

/** The file that names the current dump of a backup; replaced in one step. */
const manifestName = 'backup.json'
const dumpShape = /^database-\w+\.dump$/

/** The description of a PostgreSQL backup. */
export type DumpManifest = {
  format: 1
  takenAt: string
  dump: string
  sha256: string
  /** Rows that a restore removes or ends: their files were gone before they could be copied. */
  leftOut: LeftOut
}

export type DumpOptions = Omit<DumpPlace, 'file'> & { folder: string; url: string }

/** Dumps the database as it is now into the folder of a backup; the dump counts once it is finished. */
export async function takeDump({ folder, url, tools, clock }: DumpOptions): Promise<Snapshot> {
  await removeDumps(folder, (await readDumpManifest(folder))?.dump)
  const takenAt = new Date(clock.now()).toISOString()
  const name = `database-${randomId(8)}.dump`
  const place = { tools, clock, file: join(folder, name) }
  try {
    await tools.dump(url, place.file)
  } catch (error) {
    await rm(place.file, { force: true })
    throw error
  }
  return new DumpSnapshot(place, { folder, name, takenAt })
}

/**
 * Reads the description of the dump in a backup folder; undefined without a dump. Throws a sentence if it is
 * unreadable.
 */
export async function readDumpManifest(folder: string): Promise<DumpManifest | undefined> {
  const path = join(folder, manifestName)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
  const manifest = parseManifest(text)
  if (manifest === undefined) throw new Error(`${path} cannot be read as what a backup says of itself.`)
  return manifest
}

/** The faults of the dump itself, one sentence each. */
export async function dumpFaults({ tools, file }: DumpPlace, manifest: DumpManifest): Promise<string[]> {
  if ((await sha256Of(file)) !== manifest.sha256)
    return [`${manifest.dump} is not as it was when it was made.`]
  try {
    await tools.readAll(file)
    return []
  } catch (error) {
    return [`${manifest.dump} cannot be read: ${error instanceof Error ? error.message : String(error)}`]
  }
}

class DumpSnapshot implements Snapshot {
  readonly #place: DumpPlace
  readonly #of: { folder: string; name: string; takenAt: string }
  #leftOut: LeftOut = { gifs: [], tasks: [] }
  #isFinished = false

  constructor(place: DumpPlace, of: { folder: string; name: string; takenAt: string }) {
    this.#place = place
    this.#of = of
  }

  gifFolders(): AsyncIterable<FolderFiles[]> {
    return this.#rows.gifFolders()
  }

  uploadFolders(): Promise<FolderFiles[]> {
    return this.#rows.uploadFolders()
  }

  gifCount(): Promise<number> {
    return this.#rows.gifCount()
  }

  async removeGifs(folders: string[]): Promise<number> {
    if (folders.length === 0) return 0
    const before = await this.gifCount()
    this.#leftOut = { ...this.#leftOut, gifs: folders }
    return before - (await this.gifCount())
  }

  async endTasks(folders: string[]): Promise<void> {
    this.#leftOut = { ...this.#leftOut, tasks: folders }
  }

  async finish(): Promise<void> {
    const { folder, name, takenAt } = this.#of
    await flush(this.#place.file)
    const manifest: DumpManifest = {
      format: 1,
      takenAt,
      dump: name,
      sha256: await sha256Of(this.#place.file),
      leftOut: this.#leftOut,
    }
    const path = join(folder, manifestName)
    await writeFile(`${path}.new`, `${JSON.stringify(manifest)}\n`, { mode: 0o600 })
    await flush(`${path}.new`)
    await rename(`${path}.new`, path)
    await flush(folder)
    this.#isFinished = true
    // It dates from before the instance moved here.
    await rm(join(folder, databaseName), { force: true })
    await removeDumps(folder, name)
  }

  async close(): Promise<void> {
    if (!this.#isFinished) await rm(this.#place.file, { force: true })
  }

  get #rows(): BackupRows {
    return new DumpRows(this.#place, this.#leftOut)
  }
}

/** Removes the dump from a backup once the instance is in SQLite again. */
export async function removeDump(folder: string): Promise<void> {
  await rm(join(folder, manifestName), { force: true })
  await removeDumps(folder, undefined)
}

async function removeDumps(folder: string, except: string | undefined): Promise<void> {
  for (const name of await readdir(folder))
    if (dumpShape.test(name) && name !== except) await rm(join(folder, name), { force: true })
}

function parseManifest(text: string): DumpManifest | undefined {
  try {
    const manifest = JSON.parse(text) as DumpManifest
    const { format, dump, leftOut } = manifest
    const isKnown = format === 1 && dumpShape.test(dump)
    return isKnown && Array.isArray(leftOut.gifs) && Array.isArray(leftOut.tasks) ? manifest : undefined
  } catch {
    return undefined
  }
}
