import Type, { type TSchema } from 'typebox'
import type { LocalPath } from '../../media/media-store.ts'

/** An upload on disk. A class, so that no value from untrusted JSON can pass for one. */
export class UploadedFile {
  readonly path: LocalPath
  readonly bytes: number
  /** The MIME type declared by the client, unverified, in lowercase and without parameters. */
  readonly declaredType: string
  /** The file name declared by the client, without folders; null for a data-URL. */
  readonly fileName: string | null
  /** The hash of its bytes; null unless the policy requires it. */
  readonly sha256: Uint8Array | null

  constructor(
    path: LocalPath,
    bytes: number,
    declaredType: string,
    fileName: string | null,
    sha256: Uint8Array | null = null,
  ) {
    this.path = path
    this.bytes = bytes
    this.declaredType = declaredType
    this.fileName = fileName
    this.sha256 = sha256
  }
}

/** A value sent as a data-URL or a file part, which is on disk when the handler runs. */
export function upload(mustBe: string, description = mustBe): TSchema & { '~unsafe': UploadedFile } {
  return Type.Unsafe<UploadedFile>({
    type: 'string',
    'x-upload': true,
    'x-must-be': mustBe,
    description,
  })
}
