import type { SourcePreview } from '../../source-answer.ts'

/** What a GIF is made from now. */
export type SourceDetail = {
  kind: 'video' | 'pictures' | 'url' | 'empty'
  /** The video; null for every other kind. */
  file: File | null
  /** The pictures in their order; none for every other kind. */
  files: File[]
  /** A preview that the server made of the source; null where there is none, or not yet. */
  preview: SourcePreview | null
}

const eventName = 'gifwright:source'

/** Calls `listener` with each source that is announced. Returns a function that ends it. */
export function onSource(form: HTMLFormElement, listener: (source: SourceDetail) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent) listener(event.detail as SourceDetail)
  }
  form.addEventListener(eventName, listen)
  return () => form.removeEventListener(eventName, listen)
}

/** Notifies the features of the maker that another source was chosen, or that the pictures have changed. */
export function announceSource(form: HTMLFormElement, detail: SourceDetail): void {
  form.dispatchEvent(new CustomEvent(eventName, { detail }))
}
