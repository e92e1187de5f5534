import type { CreationPlan } from '../media/media-engine.ts'
import type { AcceptedRequest } from './request.ts'

/** Returns the plan of an accepted request, with its files on this machine and `mark`, the text of the watermark. */
export function creationPlan(
  request: AcceptedRequest,
  { inputs, stickers, mark }: { inputs: string[]; stickers: string[]; mark: string | null },
): CreationPlan {
  const [input = ''] = inputs
  if (request.kind === 'keep') return { kind: 'keep', input }
  const { watermark, overlay, ...making } = makingOf(request)
  const drawn = {
    watermarkText: watermark ? mark : null,
    ...(overlay !== undefined && { overlay: { ...overlay, stickers } }),
  }
  if (making.kind === 'pictures') return { ...making, inputs, ...drawn }
  if (making.kind === 'edit') return { ...making, inputs, marksAnimations: false, ...drawn }
  return { ...making, kind: 'video', input, ...drawn }
}

/** A request without its files and without the values that only its record needs. */
function makingOf(request: Exclude<AcceptedRequest, { kind: 'keep' }>) {
  const { categoryId: _category, title: _title, alt: _alt, tags: _tags, ...rest } = request
  const { visibility: _visibility, rating: _rating, imported: _imported, uploads: _uploads, ...making } = rest
  if (making.kind !== 'url') return making
  const { url: _url, ...clip } = making
  return clip
}
