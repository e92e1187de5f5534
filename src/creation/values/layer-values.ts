import Type, { type TSchema } from 'typebox'
import { fontIds } from '../../layers/fonts/font-list.ts'
import type { Layer, Overlay } from '../../layers/layer.ts'
import { blurDefaults, pictureDefaults, textDefaults } from '../../layers/layer-defaults.ts'
import { type LayerLimits, layerRanges, maxLayersBytes } from '../../layers/layer-limits.ts'
import { parseLayers } from '../../layers/parse-layers.ts'
import { AppError } from '../../lib/app-error.ts'
import { inMegabytes } from '../../lib/text/megabytes.ts'
import type { LocalPath } from '../../media/media-store.ts'
import type { UploadedFile } from './uploaded-file.ts'
import { upload } from './uploaded-file.ts'

/** The field of a creation for the pictures in its layers. */
export const stickerField = 'stickers[]'

const stickerForm = 'data-URLs (data:<image mime type>;base64,<data>) or, in multipart, file parts'

/** The layers of a GIF. */
export const layerValues = ({ maxLayers, maxTextLength, maxStickers }: LayerLimits) => ({
  // `parseLayers` checks each value, and names the invalid one.
  layers: Type.Optional(
    Type.Unsafe<unknown>({
      title: 'Layers',
      anyOf: [
        { type: 'array', maxItems: maxLayers, items: { oneOf: layerSchemas(maxTextLength, maxStickers) } },
        { type: 'string', description: 'The array as JSON text.' },
      ],
      'x-read-later': true,
      description: `Texts, pictures and blurred regions over the GIF, from bottom to top: an array, or its JSON of at most ${maxLayersBytes / 1024} KB. Positions and lengths are fractions of the GIF: 0.5 is the middle. Times are seconds of the video, or of the animation made from the pictures.`,
    }),
  ),
  [stickerField]: Type.Optional(
    Type.Array(upload(stickerForm), {
      description: `The pictures used by layers: at most ${maxStickers} PNG, WebP or GIF files, still or animated.`,
      'x-must-be': stickerForm,
    }),
  ),
})

/** The limits of uploaded stickers. */
export function stickerLimits({ layers, maxPictureBytes }: StickerLimits) {
  return { [stickerField]: { maxFiles: layers.maxStickers, maxFileBytes: maxPictureBytes } }
}

export type StickerLimits = { layers: LayerLimits; maxPictureBytes: number }

/**
 * The layers of a creation. They can refer to `kept` existing stickers, which come before the uploaded ones. Throws
 * AppError invalid_value or too_large.
 */
export function readOverlay(
  values: { layers?: unknown; [stickerField]?: UploadedFile[] | undefined },
  { layers: limits, maxPictureBytes }: StickerLimits,
  { captions = [], kept = 0 }: { captions?: readonly Layer[]; kept?: number } = {},
): { overlay?: Overlay<LocalPath> } {
  const files = values[stickerField] ?? []
  const large = files.findIndex(({ bytes }) => bytes > maxPictureBytes)
  if (large >= 0) {
    const message = `Picture ${large + 1} of \`${stickerField}\` is over the limit of ${inMegabytes(maxPictureBytes)} MB.`
    throw new AppError('too_large', message, { field: stickerField })
  }
  const stickers = kept + files.length
  const drawn = [...parseLayers(values.layers ?? [], { limits, stickers }), ...captions]
  if (drawn.length === 0) return {}
  return { overlay: { layers: drawn, stickers: files.map(({ path }) => path) } }
}

/** The schemas of the kinds of layers, for the reference. */
function layerSchemas(maxTextLength: number, maxStickers: number): TSchema[] {
  const number = (key: keyof typeof layerRanges, description: string, fallback: number | null) => ({
    [key.replace('outline.', '')]: Type.Optional(
      Type.Number({
        minimum: layerRanges[key].min,
        maximum: layerRanges[key].max,
        description,
        ...(fallback !== null && { default: fallback }),
      }),
    ),
  })
  const place = (defaults: { x: number; y: number; width: number }) => ({
    ...number('x', 'The distance of its center from the left.', defaults.x),
    ...number(
      'y',
      'The distance of its center from the top; for a text, of the part set by `anchor`.',
      defaults.y,
    ),
    ...number('width', 'The width of its box; text wraps inside it.', defaults.width),
    ...number('start', 'When it appears.', null),
    ...number('end', 'When it disappears.', null),
  })
  const rotation = number('rotation', 'In degrees, clockwise.', 0)
  const color = (description: string, fallback?: string) =>
    Type.Optional(
      Type.String({
        pattern: '^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
        description,
        ...(fallback !== undefined && { default: fallback }),
      }),
    )
  const choice = (values: readonly string[], fallback: string, description: string) =>
    Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...values], default: fallback, description }))
  const { font, align, anchor } = textDefaults
  return [
    Type.Object(
      {
        type: Type.Literal('text'),
        text: Type.String({ minLength: 1, maxLength: maxTextLength }),
        font: choice(fontIds, font, 'Missing characters fall back to other fonts.'),
        ...number('size', 'The font size (em).', textDefaults.size),
        color: color('#rrggbb or #rrggbbaa.', textDefaults.color),
        outline: Type.Optional(
          Type.Unsafe<object>({
            anyOf: [
              Type.Object({
                color: color('Same format as the text color.', textDefaults.outline?.color),
                ...number('outline.width', 'As a fraction of the em.', textDefaults.outline?.width ?? 0),
              }),
              Type.Null(),
            ],
            description: '`null`: none.',
          }),
        ),
        box: color('The color of a box behind the text. Default: none.'),
        align: choice(['left', 'center', 'right'], align, 'The alignment of its lines.'),
        anchor: choice(
          ['top', 'middle', 'bottom'],
          anchor,
          'The part of the text at `y`: top, middle or bottom.',
        ),
        ...place(textDefaults),
        ...rotation,
      },
      { title: 'TextLayer' },
    ),
    Type.Object(
      {
        type: Type.Literal('picture'),
        picture: Type.Integer({
          minimum: 0,
          maximum: Math.max(0, maxStickers - 1),
          description: `The index in \`${stickerField}\`, from 0.`,
        }),
        ...number('opacity', '1 is opaque.', pictureDefaults.opacity),
        ...place(pictureDefaults),
        ...rotation,
      },
      { title: 'PictureLayer' },
    ),
    Type.Object(
      {
        type: Type.Literal('blur'),
        style: choice(['blur', 'pixelate'], blurDefaults.style, 'How it hides the region.'),
        ...number('height', 'The height of its box.', blurDefaults.height),
        ...number('strength', 'Even 0 hides a face; 1 is the strongest.', blurDefaults.strength),
        ...place(blurDefaults),
      },
      { title: 'BlurLayer' },
    ),
  ]
}
