import { Command, Option } from 'commander'
import { type Visibility, visibilities } from '../catalogue/gif.ts'
import { exportParts } from '../library/export/export-gifs.ts'
import type { ExportFilter } from '../catalogue/catalogue-store.ts'
import { streamExport, writeExportFile, writeExportFolder } from '../library/export/write-export.ts'
import { systemClock } from '../lib/clock.ts'
import { AppError } from '../lib/app-error.ts'
import { systemCode } from '../lib/system-code.ts'
import type { RenditionName } from '../media/rendition.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { categoryIdOf } from './category-commands.ts'
import { loadProgress } from './load-progress.ts'
import { useCallersFolder } from './where-npm-was-called.ts'
import { type Stores, withStores } from './with-stores.ts'

const more = `
Writes gifs/CODE.gif for each GIF, and gifs.jsonl, which gifwright import reads: title, tags, alt, category, rating,
visibility, owner, code, uses and time of each. A target that ends in .zip is an archive, - is an archive on standard output,
anything else is a folder. The service can keep running. The list is written last: a folder without it is incomplete; run
the same command again to continue. An archive gets its name only when it is complete.

Examples:
  gifwright export /mnt/backup/gifs
  gifwright export reactions.zip --category reactions --visibility public
  gifwright export - --owner anna@example.org | ssh elsewhere 'cat > anna.zip'`

type ExportFlags = {
  owner?: string
  category?: string
  visibility?: Visibility
  hidden: boolean
  mp4: boolean
  webp: boolean
}

/** `export <target>`: writes GIFs with their metadata, for another instance. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Export GIFs with their titles, tags and other details to a folder or a ZIP archive')
    .argument('<target>', 'a folder, a file that ends in .zip, or - for standard output')
    .option('--owner <email>', 'only GIFs of this account')
    .option('--category <code>', 'only GIFs of this category')
    .addOption(
      new Option('--visibility <visibility>', 'only GIFs with this visibility').choices([...visibilities]),
    )
    .option('--hidden', 'include GIFs that an operator has hidden, as private ones', false)
    .option('--mp4', 'include the MP4 of each GIF', false)
    .option('--webp', 'include the animated WebP of each GIF, which keeps transparency better', false)
    .addHelpText('after', more)
    .action(exportInto)
}

async function exportInto(target: string, flags: ExportFlags): Promise<void> {
  const interrupt = abortOnEndingSignal()
  const progress = loadProgress(process.stderr, { verb: 'exported' })
  let exported = 0
  const onProgress = (done: number, of: number) => {
    exported = done
    progress.show(done, of)
  }
  const renditions: RenditionName[] = []
  if (flags.mp4) renditions.push('mp4')
  if (flags.webp) renditions.push('webp')
  try {
    await withStores(async (stores) => {
      const filter = await filterOf(stores, flags)
      const deps = { ...stores, now: () => systemClock.now() }
      const parts = exportParts(deps, { filter, renditions, withOwner: true, onProgress })
      useCallersFolder()
      if (target === '-') await streamExport(parts, process.stdout, interrupt.signal)
      else if (target.toLowerCase().endsWith('.zip')) await writeExportFile(parts, target, interrupt.signal)
      else await writeExportFolder(parts, target, interrupt.signal)
    })
  } catch (error) {
    if (interrupt.signal.aborted) throw new Error('Stopped. Run it again to continue.', { cause: error })
    // The codes of our own errors do not count.
    const code = error instanceof AppError ? undefined : systemCode(error)
    if (code === undefined || code === 'EPIPE') throw error
    throw new Error(`${target} cannot be written (${code}); choose a place where this user can write.`, {
      cause: error,
    })
  } finally {
    progress.clear()
  }
  console.error(`${exported} ${exported === 1 ? 'GIF' : 'GIFs'} exported.`)
}

async function filterOf(stores: Stores, flags: ExportFlags): Promise<ExportFilter> {
  return {
    ownerId: flags.owner === undefined ? null : await ownerIdOf(stores, flags.owner),
    categoryId: flags.category === undefined ? null : await categoryIdOf(stores, flags.category),
    visibility: flags.visibility ?? null,
    withHidden: flags.hidden,
  }
}

async function ownerIdOf({ accounts }: Stores, email: string): Promise<number> {
  const account = await accounts.byEmail(email)
  if (account === undefined) throw new Error(`There is no account ${email}; see gifwright account list.`)
  return account.id
}
