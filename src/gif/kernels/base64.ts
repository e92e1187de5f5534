type NodeBuffer = { from: (text: string, encoding: 'base64') => Uint8Array<ArrayBuffer> }

/** Decodes base64 with Node's Buffer, which takes almost no time, or otherwise as browsers do. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: NodeBuffer }
  if (Buffer !== undefined) return Buffer.from(text, 'base64')
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
