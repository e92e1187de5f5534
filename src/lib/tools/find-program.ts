import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** What a shell, and each program that starts another, ends with when there is no such program. */
export const noSuchProgram = 127

/**
 * The absolute path of a program that is looked up in the folders of `searchPath`; undefined when it is in none.
 * Of one that is named as a path, whether it is there is seen when it is run.
 */
export async function findProgram(program: string, searchPath: string): Promise<string | undefined> {
  if (program.includes('/')) return resolve(program)
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
