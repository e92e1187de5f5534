/** A creation as it was accepted: every rule holds, uploads are in the media store. */
export type CreationRequest = Details & (VideoRequest | PicturesRequest)

export type Details = {
  categoryId: number
  /** Null only for a URL source, until the source has told its own. */
  title: string | null
  tags: string[]
  private: boolean
  nsfw: boolean
  watermark: boolean
}

export type VideoRequest = {
  source: { kind: 'url'; url: string } | { kind: 'video'; key: string }
  startSeconds: number
  endSeconds: number
}

export type PicturesRequest = {
  source: { kind: 'pictures'; keys: string[] }
  width: number
  height: number
  resize: boolean
  delayMs: number
}
