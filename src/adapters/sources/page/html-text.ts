const maxPrescanBytes = 2048

const byteOrderMarks: { bytes: number[]; charset: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
]

/**
 * Decodes an HTML page. Its charset comes from a byte order mark, the Content-Type header or a meta tag, in this order, and
 * is UTF-8 otherwise. Invalid bytes become replacement characters.
 */
export function htmlText(html: Uint8Array, contentType: string): string {
  const mark = byteOrderMarks.find(({ bytes }) => bytes.every((byte, index) => html[index] === byte))?.charset
  const start = Buffer.from(html.subarray(0, maxPrescanBytes)).toString('latin1')
  const tag = /<meta\b[^>]*charset[^>]*/i.exec(start)?.[0] ?? ''
  return decoder(mark ?? charsetIn(contentType) ?? charsetIn(tag)).decode(html)
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(text)?.[1]
}

function decoder(charset: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
