import type { PreparedSticker } from '../../creation/sources/prepared-source.ts'
import type { AcceptedRequest, CreationRequest } from '../../creation/request.ts'
import { classicCaptions } from '../../layers/layer-defaults.ts'
import type { Layer } from '../../layers/layer.ts'
import { type LayerLimits, maxLayersBytes } from '../../layers/layer-limits.ts'
import { formatLayers, parseLayers } from '../../layers/parse-layers.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Typed, typedText } from '../kit/requests/post-form.ts'
import { formatKeptStickers } from './kept-fields.ts'

/** The fields of the form for what is drawn over the GIF. */
export type LayerFields = {
  /** As JSON; empty for none. */
  layers: string
  /** The stickers that are kept here, which the layers name first. */
  keptStickers: string
  /** As JSON, where files of stickers are gone, all layers: with script, they can be chosen again. Or empty. */
  layersWithStickers: string
  /** The captions of the classic style, which need no script. */
  captionTop: string
  captionBottom: string
}

/** The layers of the captions that were typed. Throws AppError invalid_value where one is too long. */
export function readClassicCaptions(
  { caption_top: top = '', caption_bottom: bottom = '' }: { caption_top?: string; caption_bottom?: string },
  limits: LayerLimits,
): Layer[] {
  return [
    ...readCaption('caption_top', top, classicCaptions(top, ''), limits),
    ...readCaption('caption_bottom', bottom, classicCaptions('', bottom), limits),
  ]
}

function readCaption(field: string, text: string, layers: Layer[], limits: LayerLimits): Layer[] {
  const { maxTextLength } = limits
  if ([...text].length > maxTextLength) {
    throw new AppError('invalid_value', { detail: 'tooLong', name: field, max: maxTextLength }, { field })
  }
  return parseLayers(layers, { limits, stickers: 0 })
}

export const noLayers: LayerFields = {
  layers: '',
  keptStickers: '',
  layersWithStickers: '',
  captionTop: '',
  captionBottom: '',
}

/**
 * The fields that ask for the layers of a request again. Of `stickers` those that are null are not kept: a page cannot fill
 * in a field for files.
 */
export function layerFieldsOf(
  request: AcceptedRequest | CreationRequest,
  stickers: readonly (PreparedSticker | null)[] = [],
): LayerFields {
  const kept = stickers.filter((sticker) => sticker !== null)
  // Those that are gone come after those that are here.
  const places = stickers.map((sticker) => (sticker === null ? -1 : kept.indexOf(sticker)))
  let next = kept.length
  const placeOf = (picture: number) => {
    const place = places[picture] ?? -1
    if (place < 0) places[picture] = next++
    return places[picture] ?? 0
  }
  const given = 'overlay' in request ? (request.overlay?.layers ?? []) : []
  const all = given.map((layer) =>
    layer.type === 'picture' ? { ...layer, picture: placeOf(layer.picture) } : layer,
  )
  const layers = all.filter((layer) => layer.type !== 'picture' || layer.picture < kept.length)
  const hasAll = layers.length === all.length
  const captionBottom = takeCaption(layers, 'bottom')
  const captionTop = takeCaption(layers, 'top')
  return {
    layers: layers.length === 0 ? '' : formatLayers(layers),
    keptStickers: formatKeptStickers(kept),
    layersWithStickers: hasAll ? '' : formatLayers(all),
    captionTop,
    captionBottom,
  }
}

/** The fields as they were sent. Their length is limited when they are read. */
export function layerFieldsOfTyped(typed: Typed): LayerFields {
  const { layers } = typed
  return {
    layers: typeof layers === 'string' && layers.length <= maxLayersBytes ? layers : '',
    keptStickers: typedText(typed, 'kept_stickers'),
    layersWithStickers: '',
    captionTop: typedText(typed, 'caption_top'),
    captionBottom: typedText(typed, 'caption_bottom'),
  }
}

/** Takes the text of a classic caption off the end, where `readOverlay` has put it; '' where there is none. */
function takeCaption(layers: Layer[], anchor: 'top' | 'bottom'): string {
  const last = layers.at(-1)
  if (last?.type !== 'text' || last.anchor !== anchor) return ''
  const [caption] = anchor === 'top' ? classicCaptions(last.text, '') : classicCaptions('', last.text)
  if (formatLayers([sorted(last)]) !== formatLayers(caption === undefined ? [] : [sorted(caption)])) return ''
  layers.pop()
  return last.text
}

/** A layer whose keys are in one order. */
function sorted(layer: Layer): Layer {
  return Object.fromEntries(
    Object.entries(layer).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ) as Layer
}
