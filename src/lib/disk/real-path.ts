import { realpath } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'

/** Resolves links in a path; in a missing path, those of the part that exists. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const above = resolve(path, '..')
    return above === path ? path : join(await realPathOf(above), relative(above, path))
  }
}

/** Returns true if a path is a folder or within it; both must be free of links. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
