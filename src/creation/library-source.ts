import { join } from 'node:path'
import type { Viewer } from '../accounts/account.ts'
import type { Gif } from '../catalogue/gif.ts'
import { showGif } from '../catalogue/show-gif.ts'
import { AppError } from '../lib/app-error.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import type { LocalPath } from '../media/media-store.ts'
import { renditionKey } from '../media/rendition.ts'
import type { CreationDeps } from './creation-deps.ts'

/** GIFs of the library, copied to this machine. */
export type LibrarySource = { gifs: Gif[]; paths: LocalPath[]; release: () => void }

/** A field of a request, and the code in it. */
export type NamedCode = { field: string; code: string }

export type FetchLibrary = (codes: NamedCode[], viewer: Viewer, folder: string) => Promise<LibrarySource>

/**
 * Copies GIFs of the library into a folder as the sources of another GIF: straight from the media store, since the
 * service does not fetch from itself. The caller releases the disk space. Throws AppError not_found for a GIF that the
 * viewer may not see; forbidden for one that the operator has hidden, which its owner can see, because a copy would not
 * be hidden; too_large; and unavailable if there is too little space.
 */
export function libraryFetcher({ catalogue, mediaStore, diskSpace, limits }: CreationDeps): FetchLibrary {
  const maxBytes = limits.maxUploadBytes
  return async (codes, viewer, folder) => {
    const gifs: Gif[] = []
    for (const { field, code } of codes) {
      const gif = await showGif(catalogue, code, viewer).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error
        throw new AppError('not_found', { detail: 'gifOfField', field }, { field })
      })
      if (gif.hidden) throw new AppError('forbidden', { detail: 'gifOfFieldHidden', field }, { field })
      gifs.push(gif)
    }
    const bytes = gifs.reduce((sum, { renditions }) => sum + (renditions.gif?.bytes ?? 0), 0)
    if (bytes > maxBytes) {
      throw new AppError(
        'too_large',
        { detail: 'gifsTooLarge', megabytes: inMegabytes(maxBytes) },
        { field: codes[0]?.field ?? 'gif' },
      )
    }
    const release = await diskSpace.reserve(bytes)
    try {
      const paths: LocalPath[] = []
      for (const [index, { mediaId }] of gifs.entries()) {
        const path = join(folder, `library-${index}`)
        await mediaStore.fetch(renditionKey(mediaId, 'gif'), path)
        paths.push(path)
      }
      return { gifs, paths, release }
    } catch (error) {
      release()
      throw error
    }
  }
}
