import { writeFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { makeFolder } from './rendering.ts'

/**
 * Puts shell scripts in place of programs; gives the search path on which they come before the real ones, which the
 * scripts find as `$REAL/NAME`.
 */
export async function fakeTools(
  t: Parameters<typeof makeFolder>[0],
  scripts: Record<string, string>,
): Promise<string> {
  const folder = await makeFolder(t)
  for (const [name, script] of Object.entries(scripts)) {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\nREAL=/usr/bin\n${script}\n`)
    await chmod(path, 0o755)
  }
  return [folder, process.env.PATH].join(delimiter)
}

/** Makes a fake program on a search path of `fakeTools` run the real one from now on, in sandboxes that have it already, too. */
export function restoreTool(searchPath: string, name: string): void {
  writeFileSync(join(searchPath.split(delimiter)[0] ?? '', name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`)
}
