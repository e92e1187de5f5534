import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findIsolation } from '#src/adapters/render-pool/isolation.ts'
import { sandboxedPrefix } from '#src/adapters/sources/yt-dlp/sandbox.ts'
import { type CommandPrefix, spawnPrefixed } from '#src/lib/sandbox/prefixed-command.ts'

/**
 * A program that prints what every kind of sandbox of this source sees of files with a name, one line for each kind.
 * Arguments: the name, the search path, and the path of the program in place of yt-dlp.
 */
const [name = '', searchPath = '', ytDlp = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'gifwright-views-'))
const limits = { maxCpuSeconds: 60, maxFileBytes: 1e9, maxDataBytes: 3e9 }
const isolation = await findIsolation({ sandbox: 'require', searchPath, ...limits }, folder)
const ffmpeg = await isolation.launch(folder, 'ffmpeg')
const fetching = await sandboxedPrefix(ytDlp, limits, searchPath)
if (fetching === undefined) throw new Error('There is no sandbox for yt-dlp.')
const { args, filter } = fetching.prefixIn(folder)
const views: Record<string, CommandPrefix> = {
  'render process': ffmpeg.prefix,
  tool: { ...ffmpeg.toolPrefix, args: [...ffmpeg.prefix.args, ...ffmpeg.toolPrefix.args] },
  pictures: (await isolation.launch(folder, 'sharp')).prefix,
  'yt-dlp': { args, filter },
}
for (const [kind, prefix] of Object.entries(views)) console.log(`${kind}: ${await lookIn(prefix)}`)

async function lookIn(prefix: CommandPrefix): Promise<string> {
  const find = ['find', '/', '-path', '/proc', '-prune', '-o', '-name', name, '-print']
  const child = spawnPrefixed(prefix, find, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: searchPath },
  })
  let found = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (found += text))
  await new Promise((resolve) => child.once('close', resolve))
  return found.trim().split('\n').join(' ')
}
