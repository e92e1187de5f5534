import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '#src/lib/tools/find-program.ts'

/** Why HEIC cannot be tested on this machine; null where it can. */
export async function whyNoHeic(): Promise<string | null> {
  const searchPath = process.env.PATH ?? ''
  const tools = await Promise.all(['heif-enc', 'heif-convert'].map((name) => findProgram(name, searchPath)))
  return tools.includes(undefined) ? 'libheif-examples is not installed' : null
}

/** Writes a picture as HEIC, as phones do. */
export async function writeHeic(picture: string, heic: string): Promise<void> {
  await promisify(execFile)('heif-enc', ['-q', '90', picture, '-o', heic])
}
