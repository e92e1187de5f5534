import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isFullRun } from '../support/full-run.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { privateMounts, withPrivateMounts } from '../support/processes/private-mounts.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const program = fileURLToPath(new URL('../support/rendering/render-after-replacing.ts', import.meta.url))

/** `$1` is an empty folder, the rest the command. Copies replace the originals. */
const settings =
  'own=$1; shift; mkdir $own/etc; cp -r /etc/ld.so.cache /etc/alternatives /etc/fonts $own/etc; mount --bind $own/etc /etc'
const programs =
  'mkdir $own/bin; for name in bwrap ffmpeg ffprobe nice prlimit setpriv sh true; do cp /usr/bin/$name $own/bin; done; mount --bind $own/bin /usr/bin'
const elsewhere = 'mkdir $own/tools; cp $(command -v ffmpeg) $(command -v ffprobe) $own/tools'

describe('a render process continues', privateMounts, () => {
  const cases: [what: string, script: string, searchPath: (own: string) => string, files: string[]][] = [
    [
      'the linker’s cache and the settings of fonts',
      settings,
      () => '/usr/bin:/bin',
      ['/etc/ld.so.cache', '/etc/fonts/fonts.conf'],
    ],
    [
      'ffmpeg itself',
      `${settings}; ${programs}`,
      () => '/usr/bin:/bin',
      ['/usr/bin/ffmpeg', '/usr/bin/ffprobe'],
    ],
    [
      'an ffmpeg outside the system’s folders',
      `${settings}; ${elsewhere}`,
      (own) => `${join(own, 'tools')}:/usr/bin:/bin`,
      ['tools/ffmpeg', 'tools/ffprobe'],
    ],
  ]
  for (const [what, script, searchPath, files] of cases) {
    if (!isFullRun && what === 'ffmpeg itself') continue
    test(`when the host replaces ${what}`, async (t) => {
      const own = await makeFolder(t)
      const input = join(await ensureFixtures(), 'h264.mp4')
      const paths = files.map((file) => (file.startsWith('/') ? file : join(own, file)))
      const command = [process.execPath, program, input, searchPath(own), ...paths]
      const said = withPrivateMounts(`${script}; exec "$@"`, [own, ...command])
      assert.deepEqual(JSON.parse(said), [3, 3, 1])
    })
  }
})
