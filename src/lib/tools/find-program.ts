import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** The exit code of shells and wrappers for a missing program. */
export const noSuchProgram = 127

/**
 * Returns the absolute path of a program, which is a path or is looked up in the folders of `searchPath`; undefined if
 * there is none that can be run.
 */
export async function findProgram(program: string, searchPath: string): Promise<string | undefined> {
  if (program.includes('/')) {
    const path = resolve(program)
    return (await isExecutable(path)) ? path : undefined
  }
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const path = join(folder, program)
    if (await isExecutable(path)) return path
  }
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
