/** The English sentences of errors about imported files. */
export const importErrors = {
  archiveAddressOnly:
    'The archive has only its address. Addresses are imported by the command `gifwright import`.',
  emptyFile: 'An empty file.',
  entryTooLong: ({ max }: { max: number }) => `An entry must have at most ${max} characters.`,
  fileChanged: 'The file was changed while it was read.',
  fileOverLimit: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than ${megabytes} MB (MAX_UPLOAD_MB).`,
  fileTooLarge: ({ megabytes }: { megabytes: number }) => `Larger than the limit of ${megabytes} MB.`,
  fileUnreadable: ({ code }: { code: string }) => `The file cannot be read (${code}).`,
  lineNeedsFile: 'A line must have a `file` or a `url`.',
  lineNotUtf8: 'A line must be UTF-8.',
  lineTooLong: ({ max }: { max: number }) => `A line must have at most ${max} bytes.`,
  lineNotObject: ({ example }: { example: string }) => `A line must be one JSON object such as ${example}.`,
  listTooLarge: ({ megabytes }: { megabytes: number }) =>
    `The texts of this list take more than ${megabytes} MB.`,
  manifestFilePath: '`file` must be a path below the folder of this file.',
  noSuchFile: 'There is no such file.',
  notASource: ({ name, known }: { name: string; known: string }) =>
    `${name} is not a source that can be imported. Possible sources: ${known}.`,
  notFile: 'Not a file.',
  notMedia: 'This is no GIF, WebP, PNG or video file.',
  notZip: 'This is not a ZIP archive, or it is damaged.',
  stillPicture: ({ format }: { format: string }) => `A still picture (${format}).`,
  tooManyFiles: ({ max }: { max: number }) => `More than ${max} files. Send them in several archives.`,
  zipBomb: ({ ratio }: { ratio: number }) => `It would inflate to more than ${ratio} times its packed size.`,
  zipChecksum: 'Its checksum is not what the archive says.',
  zipEncrypted: 'Encrypted.',
  zipEntryDamaged: 'It is damaged in the archive.',
  zipEntryOutside: 'It is outside the archive.',
  zipEntrySize: 'Its size is not what the archive says.',
  zipEntryTooLarge: ({ megabytes }: { megabytes: number }) =>
    `A file may have ${megabytes} MB; this one has more.`,
  zipInZip: 'An archive in an archive is not opened. Import it by itself.',
  zipLink: 'A link or a special file, not a file.',
  zipMethod: ({ method }: { method: number }) =>
    `Packed by method ${method}; only 0 (stored) and 8 (deflate) can be read.`,
  zipNameControl: 'The name has control characters.',
  zipNameOutside: 'The name leads out of the archive.',
  zipNameTooLong: ({ max }: { max: number }) => `A name may have ${max} characters.`,
  zipNameTwice: 'This name is in the archive twice.',
  zipNamesTooLong: 'The names in this archive are too long.',
  zipNoFile: 'There is no such file in the archive.',
  zipOverlap: 'Files in this archive overlap.',
  zipTooLarge: ({ megabytes }: { megabytes: number }) =>
    `The files in an archive may take ${megabytes} MB together; these take more.`,
  zipTooManyFiles: ({ max, files }: { max: number; files: number }) =>
    `An archive may hold ${max} files; this one says ${files}.`,
}
