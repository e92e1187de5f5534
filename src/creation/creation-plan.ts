import type { CreationPlan } from '../media/media-engine.ts'
import type { AcceptedRequest } from './request.ts'

/** What the media engine is to make for a request, whose files are on this machine; `mark` is the text of the watermark. */
export function creationPlan(
  request: AcceptedRequest,
  { inputs, stickers, mark }: { inputs: string[]; stickers: string[]; mark: string | null },
): CreationPlan {
  const [input = ''] = inputs
  if (request.kind === 'keep') return { kind: 'keep', input }
  const { gif } = request
  const drawn = request.overlay === undefined ? {} : { overlay: { ...request.overlay, stickers } }
  const watermarkText = request.watermark ? mark : null
  if (request.kind === 'pictures') {
    const { width, height, resize, delayMs } = request
    return { kind: 'pictures', inputs, width, height, resize, delayMs, watermarkText, gif, ...drawn }
  }
  if (request.kind === 'edit') {
    const { kind, frameList, startSeconds, endSeconds, repaints, keepsLoops, clip } = request
    return {
      kind,
      inputs,
      frameList,
      startSeconds,
      endSeconds,
      repaints,
      keepsLoops,
      clip,
      gif,
      watermarkText,
      marksAnimations: false,
      ...drawn,
    }
  }
  const { startSeconds, endSeconds, clip } = request
  return { kind: 'video', input, startSeconds, endSeconds, watermarkText, gif, clip, ...drawn }
}
