type NodeBuffer = { from: (text: string, encoding: 'base64') => Uint8Array<ArrayBuffer> }

/** The bytes of a text in base64: by Node's Buffer, which takes no time, or as browsers do it. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: NodeBuffer }
  if (Buffer !== undefined) return Buffer.from(text, 'base64')
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
