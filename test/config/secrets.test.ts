import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { loadConfig } from '#src/config/config.ts'
import { settings } from '#src/config/env.ts'
import type { Setting } from '#src/config/setting.ts'

const all: Record<string, Setting<unknown>> = settings
const upstream = { UPSTREAM_URL: 'https://gifs.example.org/v2' }
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gifwright-secrets-'))
})
after(() => rm(folder, { recursive: true }))

async function fileWith(text: string): Promise<string> {
  const path = join(folder, `secret-${Math.random()}`)
  await writeFile(path, text)
  return path
}

test('a secret is read from the file that NAME_FILE names, without the line break at its end', async () => {
  const config = loadConfig({
    ...upstream,
    UPSTREAM_KEY_FILE: await fileWith('the-key\n'),
    COMPAT_API_KEYS_FILE: await fileWith('one,\ntwo\r\n'),
  })
  assert.equal(config.upstream?.key, 'the-key')
  assert.deepEqual(config.compat.apiKeys, ['one', 'two'])
})

test('a secret that is set twice, or whose file is missing, empty or too large, is reported as an error', async () => {
  const configError = (source: Record<string, string>) => {
    try {
      loadConfig({ ...upstream, ...source })
    } catch (error) {
      return String(error)
    }
    return 'no mistake'
  }
  const file = await fileWith('from-the-file')
  const twice = configError({ UPSTREAM_KEY: 'from-the-variable', UPSTREAM_KEY_FILE: file })
  assert.match(twice, /UPSTREAM_KEY and UPSTREAM_KEY_FILE are both set/)
  assert.doesNotMatch(twice, /from-the/)
  assert.match(
    configError({ UPSTREAM_KEY_FILE: join(folder, 'missing') }),
    /cannot be read \(ENOENT\): ".*missing"/,
  )
  assert.match(configError({ UPSTREAM_KEY_FILE: folder }), /cannot be read \(EISDIR\)/)
  assert.match(configError({ UPSTREAM_KEY_FILE: await fileWith(' \n') }), /empty file/)
  assert.match(configError({ UPSTREAM_KEY_FILE: await fileWith('x'.repeat(65_537)) }), /too large/)
})

test('every setting that is called a key or a secret is one', () => {
  for (const [name, setting] of Object.entries(all)) {
    if (/KEY|SECRET|PASSWORD$|TOKEN/.test(name)) assert.equal(setting.secret, true, name)
  }
})
