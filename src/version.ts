import { readFileSync } from 'node:fs'

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version of this program, from its manifest. */
export const version =
  typeof manifest === 'object' && manifest !== null ? String(Reflect.get(manifest, 'version')) : ''
