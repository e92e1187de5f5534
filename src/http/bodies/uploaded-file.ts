/** An upload that is on disk. A class, so that no value of a stranger's JSON can pass for one. */
export class UploadedFile {
  readonly path: string
  readonly bytes: number
  /** The MIME type the sender gave, in lower case and without parameters: a claim, not a fact. */
  readonly declaredType: string
  /** The last part of the name the sender gave; null for a data-URL. */
  readonly fileName: string | null

  constructor(path: string, bytes: number, declaredType: string, fileName: string | null) {
    this.path = path
    this.bytes = bytes
    this.declaredType = declaredType
    this.fileName = fileName
  }
}
