import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** The exit code of shells and wrappers for a missing program. */
export const noSuchProgram = 127

/**
 * Looks up a program in the folders of `searchPath` and returns its absolute path; undefined if it is in none of them.
 * A path is resolved but not checked.
 */
export async function findProgram(program: string, searchPath: string): Promise<string | undefined> {
  if (program.includes('/')) return resolve(program)
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const path = join(folder, program)
    if (await isExecutable(path)) return path
  }
  return undefined
}

/** Returns true if a program exists, given as a path or looked up in the folders of `searchPath`. */
export async function hasProgram(program: string, searchPath: string): Promise<boolean> {
  const path = await findProgram(program, searchPath)
  return path !== undefined && (await isExecutable(path))
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
