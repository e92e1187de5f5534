import { AppError } from '../../lib/app-error.ts'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { parseHeader } from './header-parameters.ts'

export type PartHeader = {
  name: string
  /** Null for a part that is not a file; empty for a file input in which nothing was chosen. */
  fileName: string | null
  /** In lower case, without parameters; null when the part does not say. */
  contentType: string | null
}

const maxFileNameLength = 200
const plainEncodings = new Set(['7bit', '8bit', 'binary'])

/** Reads the header lines of one part. Throws AppError malformed_body or unsupported_media_type. */
export function parsePartHeader(text: string): PartHeader {
  const lines = new Map(
    text.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      if (colon < 1) throw malformed()
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  const disposition = parseHeader(lines.get('content-disposition') ?? '')
  const name = disposition?.parameters.get('name')
  if (disposition?.value !== 'form-data' || name === undefined) throw malformed()
  const encoding = lines.get('content-transfer-encoding')?.toLowerCase()
  if (encoding !== undefined && !plainEncodings.has(encoding)) {
    throw new AppError('unsupported_media_type', 'A part of the body is transfer-encoded; send it as it is.')
  }
  const fileName = disposition.parameters.get('filename') ?? disposition.parameters.get('filename*') ?? null
  const type = parseHeader(lines.get('content-type') ?? '')?.value ?? ''
  return {
    name,
    fileName: fileName === null ? null : lastName(fileName),
    contentType: type === '' ? null : type,
  }
}

/** The name without its folders, shortened, on one line and without control characters. */
function lastName(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
  return cleanLine(name.slice(0, maxFileNameLength))
}

function malformed(): AppError {
  return new AppError(
    'malformed_body',
    'A part of the body lacks a header that says `form-data` and its name.',
  )
}
