const maxNameLength = 80

/**
 * The Content-Disposition that saves a file under its title: an ASCII name for all clients, the full one by RFC 8187 for
 * those that support it. Characters that are special in file systems or change the writing direction are removed.
 */
export function attachmentOf(title: string, extension: string): string {
  const cleaned = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
  const short = [...cleaned]
    .slice(0, maxNameLength)
    .join('')
    .replace(/(?<![ .])[ .]+$/, '')
  const name = `${short === '' ? 'animation' : short}.${extension}`
  const ascii = name.replace(/[^\x20-\x7e]/gu, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
