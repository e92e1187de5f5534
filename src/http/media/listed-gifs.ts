import { LRUCache } from 'lru-cache'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import { type Gif, isListed } from '../../catalogue/gif.ts'
import type { StoredFile, StoreKey } from '../../media/media-store.ts'
import { renditionKey, type RenditionName, renditionNames, renditions } from '../../media/rendition.ts'
import type { CountedGif } from '../../catalogue/discovery/use-counter.ts'

/** The data of a GIF needed to serve its files. */
export type ServedGif = CountedGif & { title: string }

/** A file of a listed GIF. `stored`: its entry in the media store, recorded by whoever looked it up. */
type ListedFile = { key: StoreKey; stored: StoredFile | null }

/** `fileIds`: its existing renditions. `files`: the requested ones. */
type ListedGif = ServedGif & { fileIds: Uint8Array; files: Partial<Record<RenditionName, ListedFile>> }

/** Each takes about 1 KB; the renditions themselves would take four. */
const defaultMaxGifs = 20_000

/**
 * Caches the listed GIFs by their media ids until the catalogue changes them, so that their files can be served without
 * a query. Others are not cached, since a listed GIF that shares their files may be added at any time.
 */
export class ListedGifs {
  readonly #catalogue: CatalogueStore
  readonly #changes: ChangeFeed
  readonly #gifs: LRUCache<string, ListedGif>
  /** The media ids by the ids of the GIFs. */
  readonly #mediaIds = new Map<number, string>()
  /** Counts changes, so that nothing read before a change is cached. */
  #generation = 0

  constructor(catalogue: CatalogueStore, changes: ChangeFeed, maxGifs = defaultMaxGifs) {
    this.#catalogue = catalogue
    this.#changes = changes
    // By size, since `max` would allocate space for all GIFs at once.
    this.#gifs = new LRUCache({
      maxSize: maxGifs,
      sizeCalculation: () => 1,
      dispose: ({ id }) => this.#mediaIds.delete(id),
    })
    changes.subscribe(({ gifs, all }) => {
      this.#generation++
      if (all) this.#gifs.clear()
      for (const id of gifs) this.#gifs.delete(this.#mediaIds.get(id) ?? '')
    })
  }

  /** The listed GIF with these files and one of them, if it is cached and no change is pending. */
  remembered(mediaId: string, name: RenditionName): { gif: ServedGif; listed: ListedFile } | undefined {
    const gif = this.#changes.current() === null ? this.#gifs.get(mediaId) : undefined
    if (gif === undefined || !gif.fileIds.includes(renditions[name].id)) return undefined
    return { gif, listed: (gif.files[name] ??= { key: renditionKey(mediaId, name), stored: null }) }
  }

  /** Reads the GIF with these files from the catalogue, listed or not. */
  async read(mediaId: string): Promise<Gif | undefined> {
    const generation = this.#generation
    const gif = await this.#catalogue.gifByMediaId(mediaId)
    if (gif !== undefined && isListed(gif) && generation === this.#generation) this.#remember(gif)
    return gif
  }

  #remember({ id, mediaId, title, visibility, hidden, renditions: made }: Gif): void {
    const fileIds = Uint8Array.from(
      renditionNames.flatMap((name) => (made[name] === undefined ? [] : [renditions[name].id])),
    )
    this.#gifs.set(mediaId, { id, title, visibility, hidden, fileIds, files: {} })
    this.#mediaIds.set(id, mediaId)
  }
}
