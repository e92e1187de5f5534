import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PgTools } from '#src/adapters/db/postgres/dump/pg-tools.ts'
import type { Answer } from '../answers.ts'
import type { CleanUp } from '../clean-up.ts'
import { runCommand } from '../processes/command.ts'
import { dataFolder } from '../processes/server-process.ts'
import type { PostgresServer } from '../servers/postgres.ts'

/** The fixtures of SQLite, and that of PostgreSQL: see README.md. */
export const oldSqlite = ['sqlite-5b53be32', 'sqlite-6579e9df'] as const
export const oldPostgres = 'postgres-6579e9df'

/** The content of a fixture's instance. */
export type OldContents = {
  /** The API token of ann@example.org, who owns all GIFs. */
  token: string
  gifs: { code: string; title: string; tag: string; isPrivate: boolean; sha256: string }[]
}

export type OldInstance = OldContents & {
  /** Its DATA_DIR. */
  folder: string
  /** The folder of a backup made by its version. */
  backup: string
}

/** Unpacks a fixture; removed when the test ends. */
export async function unpackOldInstance(
  t: CleanUp,
  name: (typeof oldSqlite)[number] | typeof oldPostgres,
): Promise<OldInstance> {
  const folder = await dataFolder(t)
  const archive = fileURLToPath(new URL(`${name}.tar.gz`, import.meta.url))
  await promisify(execFile)('tar', ['-C', folder, '--no-same-owner', '-xzf', archive])
  const contents = JSON.parse(await readFile(join(folder, 'about.json'), 'utf8')) as OldContents
  return { ...contents, folder: join(folder, 'data'), backup: join(folder, 'backup') }
}

/** Loads the dump of a fixture into a new database; returns its address. */
export async function loadOldDump({ backup }: OldInstance, server: PostgresServer): Promise<string> {
  const address = await server.newDatabase({ empty: true })
  const dump = (await readdir(backup)).find((name) => name.endsWith('.dump')) ?? ''
  await new PgTools(process.env.PATH ?? '').restore(join(backup, dump), address)
  return address
}

/**
 * Fails unless a service has everything of the instance: its GIFs with their files, the private one, search, the token.
 */
export async function assertContents(url: string, { token, gifs }: OldContents): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  for (const { code, title, tag, isPrivate, sha256 } of gifs) {
    const find = await fetch(`${url}/api/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: tag, limit: 20 }),
    })
    assert.equal(find.status, 200)
    const found = ((await find.json()) as Answer).result.map((one: { code: string }) => one.code)
    assert.deepEqual(found, isPrivate ? [] : [code], tag)
    assert.equal((await fetch(`${url}/api/gif/${code}`)).status, isPrivate ? 404 : 200)
    const own = await fetch(`${url}/api/gif/${code}`, { headers })
    assert.equal(own.status, 200)
    const gif = ((await own.json()) as Answer).result[0]!
    assert.equal(gif.title, title)
    for (const address of [gif.mp4_url, gif.webp_url, gif.thumb_url, gif.gif_url])
      assert.equal((await fetch(address)).status, 200, address)
    const file = new Uint8Array(await (await fetch(gif.gif_url)).arrayBuffer())
    assert.equal(createHash('sha256').update(file).digest('hex'), sha256)
  }
}

/** Fails unless the commands list the accounts and the categories of the instance. */
export async function assertLists(settings: Record<string, string>): Promise<void> {
  const accounts = await runCommand(['account', 'list'], settings).ended
  assert.match(accounts.out, /^ann@example\.org\tPremium\t1 tokens\t3 GIFs\t.*\nboss@example\.org\tadmin\t/)
  const categories = await runCommand(['category', 'list'], settings).ended
  assert.match(categories.out, /\told-things\tOld things\n$/)
}
