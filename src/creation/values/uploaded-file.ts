import Type, { type TSchema } from 'typebox'
import type { LocalPath } from '../../media/media-store.ts'

/** An upload on disk. A class, so that no value of untrusted JSON can pass for one. */
export class UploadedFile {
  readonly path: LocalPath
  readonly bytes: number
  /** The MIME type that the client declared, unverified, in lower case and without parameters. */
  readonly declaredType: string
  /** The file name that the client declared, without folders; null for a data-URL. */
  readonly fileName: string | null
  /** Of its bytes; null where the policy does not ask for it. */
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

/** A value that is sent as a data-URL or a file part, and is on disk when the handler runs. */
export function upload(mustBe: string, description = mustBe): TSchema & { '~unsafe': UploadedFile } {
  return Type.Unsafe<UploadedFile>({
    type: 'string',
    'x-upload': true,
    'x-must-be': mustBe,
    description,
  })
}
