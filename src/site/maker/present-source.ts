import { showError } from '../messages/translate-error.ts'
import type { Gif } from '../../catalogue/gif.ts'
import type { PreparedSource } from '../../creation/sources/prepared-source.ts'
import type { SourceState } from '../../creation/sources/prepare-source.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { SourceAnswer, VariantAnswer } from './source-answer.ts'

/** A source as the maker's script reads it; `used` are the names of its pictures that a GIF is made of. */
export function presentSource(
  view: SiteView,
  { source, preparation }: SourceState,
  gifs: readonly Gif[],
  used?: readonly string[],
): SourceAnswer {
  const { links } = view
  const { id, preview, kind } = source
  const base = `/create/sources/${id}`
  const isUnderWay = preparation?.status === 'waiting' || preparation?.status === 'processing'
  const hasArrived = preview !== null || kind === 'pictures'
  return {
    id,
    kind,
    status: hasArrived ? 'done' : (preparation?.status ?? 'none'),
    isExtending: hasArrived && isUnderWay,
    progress: preparation?.status === 'processing' ? preparation.progress : 0,
    step: preparation?.status === 'processing' ? preparation.step : null,
    position: preparation?.status === 'waiting' ? preparation.position : null,
    error: preparation?.status === 'error' ? showError(preparation.error, view.language) : null,
    title: source.title,
    preview: preview && {
      url: links.path(`${base}/video?part=${Math.round(preview.shownSeconds * 1000)}`),
      type: preview.type,
      width: preview.width,
      height: preview.height,
      seconds: preview.seconds,
      shownSeconds: preview.shownSeconds,
      rate: preview.rate,
      isCopy: preview.isReencoded !== false,
      size: links.path(`${base}/size`),
    },
    pictures: (used ?? ownPictures(source)).map((name) => ({
      name,
      url: links.path(`${base}/pictures/${name}`),
    })),
    until: source.until,
    gifs: gifs.map((gif) => presentVariant(view, id, gif)),
  }
}

/** The names of the pictures that a source was made with. */
function ownPictures({ kind, files }: PreparedSource): string[] {
  return kind === 'pictures' ? Array.from({ length: files }, (_, index) => String(index + 1)) : []
}

function presentVariant({ links, mediaUrls }: SiteView, sourceId: string, gif: Gif): VariantAnswer {
  return {
    code: gif.code,
    title: gif.title,
    page: links.path(`/${gif.code}`),
    image: mediaUrls.urlOf(gif, 'gif'),
    width: gif.width,
    height: gif.height,
    bytes: gif.renditions.gif?.bytes ?? 0,
    durationMs: gif.durationMs,
    edit: links.path(`/create?edit=${gif.code}`),
    keep: links.path(`/create/sources/${sourceId}/keep?code=${gif.code}`),
  }
}
