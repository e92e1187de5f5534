const maxLength = 10_000

/** Reads the first line of a stream, such as standard input. Throws if it is too long. */
export async function readSecret(input: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  input.setEncoding('utf8')
  for await (const piece of input) {
    text += String(piece)
    if (text.includes('\n')) break
    if (text.length > maxLength) throw new Error('The password on standard input is too long.')
  }
  return text.split(/\r?\n/, 1)[0] ?? ''
}
