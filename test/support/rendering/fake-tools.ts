import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { makeFolder } from './rendering.ts'

/**
 * Replaces programs by shell scripts; returns the search path on which they come before the real ones, which the
 * scripts find as `$REAL/NAME`.
 */
export async function fakeTools(
  t: Parameters<typeof makeFolder>[0],
  scripts: Record<string, string>,
): Promise<string> {
  const folder = await makeFolder(t)
  const searchPath = [folder, process.env.PATH].join(delimiter)
  for (const [name, script] of Object.entries(scripts)) setTool(searchPath, name, script)
  return searchPath
}

/** Changes the script of a program on a search path of `fakeTools`, also in sandboxes that already have it. */
export function setTool(searchPath: string, name: string, script: string): void {
  const path = join(searchPath.split(delimiter)[0] ?? '', name)
  writeFileSync(path, `#!/bin/sh\nREAL=/usr/bin\n${script}\n`, { mode: 0o755 })
}

/** Makes a fake program run the real one from now on. */
export function restoreTool(searchPath: string, name: string): void {
  setTool(searchPath, name, `exec "$REAL/${name}" "$@"`)
}
