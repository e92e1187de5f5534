import { realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

/** The path without links; of what is not there yet, that of the folder above with the rest behind it. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const above = resolve(path, '..')
    return above === path ? path : join(await realPathOf(above), relative(above, path))
  }
}

/** Whether a path is that of a folder, or of something in it; both are without links. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
