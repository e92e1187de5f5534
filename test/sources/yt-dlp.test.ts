import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readYtDlpProgress, ytDlpArguments } from '../../src/adapters/sources/yt-dlp/options.ts'
import { toYtDlpError } from '../../src/adapters/sources/yt-dlp/errors.ts'
import { defaultSharingSites, isSharingPage } from '../../src/adapters/sources/yt-dlp/sharing-sites.ts'
import {
  answer,
  endless,
  mp4Bytes,
  page,
  redirect,
  silent,
  startOrigin,
  video,
} from '../support/http/origin-server.ts'
import { isFullRun } from '../support/full-run.ts'
import { appError, publicIp } from '../support/media/source-fetching.ts'
import { frogPage, real, site, startScript, startSite, watch } from '../support/media/yt-dlp.ts'
import { until } from '../support/until.ts'

const clip = mp4Bytes(300_000)

const isSharing = (address: string) => isSharingPage(new URL(address), defaultSharingSites)
test('yt-dlp fetches the video of a sharing site, through the proxy alone', real, async (t) => {
  const { fetch, files, progress, origin, dialled } = await startSite(t, {
    '/frog1': frogPage('http://cdn.example.com/frog.mp4'),
    '/frog.mp4': video(clip),
  })
  const { bytes, title } = await fetch(watch)
  assert.deepEqual(bytes, clip)
  assert.equal(title, 'Frog – é')
  assert.equal(progress.at(-1), 1)
  assert.deepEqual(await files(), ['source'])
  assert.ok(dialled.length >= 2 && dialled.every((target) => target === `${publicIp}:80`))
  for (const { headers } of origin.requests) assert.equal(headers['proxy-authorization'], undefined)
})

test('yt-dlp reaches nothing private, neither by a redirect nor through a page', real, async (t) => {
  const canary = await startOrigin(t, { '/a.mp4': video(clip) })
  const { fetch } = await startSite(t, {
    '/redirect': redirect(canary.url('/a.mp4').href),
    '/named': frogPage(canary.url('/a.mp4').href),
    '/resolved': frogPage(`http://inside.example.com:8080/a.mp4`),
    '/hop': frogPage('http://cdn.example.com/hop.mp4'),
    '/hop.mp4': redirect(canary.url('/a.mp4').href),
  })
  // One way of each kind: an address in a page, and a redirect of a file.
  for (const path of isFullRun ? ['redirect', 'named', 'resolved', 'hop'] : ['resolved', 'hop']) {
    await assert.rejects(fetch(`http://${site}/${path}`), appError('source_refused'), path)
  }
  assert.equal(canary.requests.length, 0)
})

test('a video over the limit is refused by its length, or cut off without one', real, async (t) => {
  const { fetch, files } = await startSite(
    t,
    {
      '/frog1': frogPage('http://cdn.example.com/frog.mp4'),
      '/frog.mp4': video(clip),
      '/endless1': frogPage('http://cdn.example.com/endless.mp4'),
      '/endless.mp4': endless,
    },
    { maxBytes: 100_000 },
  )
  await assert.rejects(fetch(watch), appError('source_too_large'))
  await assert.rejects(fetch(`http://${site}/endless1`), appError('source_too_large'))
  assert.deepEqual(await files(), [])
})

test('the answer of the site decides the message', real, async (t) => {
  const { fetch } = await startSite(t, {
    '/busy': answer('', {}, 503),
    '/empty': page('<title>nothing</title>'),
  })
  if (isFullRun) await assert.rejects(fetch(`http://${site}/gone`), appError('source_not_found'))
  await assert.rejects(fetch(`http://${site}/busy`), appError('source_unreachable', { retry: true }))
  await assert.rejects(fetch(`http://${site}/empty`), appError('source_unsupported'))
})

test('a page of the site without an extractor is not read by guessing', real, async (t) => {
  const { fetch, origin } = await startSite(t, { '/': frogPage('/frog.mp4') })
  await assert.rejects(fetch('http://www.glide.me/'), appError('source_unsupported'))
  assert.equal(origin.requests.length, 0)
})

test('yt-dlp ends at the time limit, with its folder', real, async (t) => {
  const { fetch, files } = await startSite(t, { '/frog1': silent }, { timeoutSeconds: 1.5 })
  await assert.rejects(fetch(watch), appError('source_unreachable', { retry: false, message: /within/ }))
  assert.deepEqual(await files(), [])
})

test('without yt-dlp, a sharing site is a clear refusal', async (t) => {
  for (const ytDlpPath of [null, 'no-such-yt-dlp', '/nonexistent/yt-dlp']) {
    const { fetch } = await startSite(t, {}, { ytDlpPath })
    await assert.rejects(fetch(watch), appError('source_unsupported', { message: /yt-dlp/ }))
  }
})

test('a file on a sharing site is fetched like any other file', async (t) => {
  const { fetch } = await startSite(t, { '/a.mp4': video(clip) }, { ytDlpPath: null })
  assert.deepEqual((await fetch(`http://${site}/a.mp4`)).bytes, clip)
})

test('bytes that bypassed the proxy are rejected', async (t) => {
  const { folder, run } = await startScript(t, 'printf "0000ftypisom" > source')
  await assert.rejects(run(), (error: Error) => /proxy/.test(error.message))
  assert.deepEqual(await readdir(folder), ['program'])
})

test('all processes that yt-dlp started are killed with it when it is canceled', async (t) => {
  const { run, folder, abort } = await startScript(t, 'sleep 1000 & echo $! > ../child; echo started; wait')
  const ended = assert.rejects(run(), { message: 'canceled' })
  let pid = Number.NaN
  await until('the child has written its pid', async () => {
    pid = Number(await readFile(join(folder, 'child'), 'utf8').catch(() => Number.NaN))
    return pid > 0
  })
  abort.abort(new Error('canceled'))
  await ended
  // The number may live on for a moment as a zombie that waits for its adoptive parent.
  const state = () =>
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .stdout.toString()
      .trim()
  await until('the child has ended', () => state() === '' || state().startsWith('Z'))
})

test('yt-dlp sees nothing of our environment, and endless output does not fill the memory', async (t) => {
  const { run } = await startScript(
    t,
    'env | cut -d= -f1 | sort | tr "\\n" " " >&2; yes | head -c 3000000; exit 1',
  )
  await assert.rejects(run(), (error: Error) => {
    assert.match(
      String(error.cause),
      /Error: HOME LC_ALL (?:OLDPWD )?PATH PWD PYTHONUSERBASE (?:SHLVL )?TMPDIR YTDLP_NO_PLUGINS (?:_ )?$/,
    )
    return true
  })
})

test('the address comes after --, and newer options are used only if they are known', () => {
  const url = new URL('https://youtu.be/--exec=x')
  const old = ytDlpArguments(url, 1000, '    --no-cookies    Do not')
  assert.deepEqual(old.slice(-2), ['--', 'https://youtu.be/--exec=x'])
  assert.equal(old.includes('--no-plugin-dirs'), false)
  assert.ok(old.includes('--ignore-config'), 'settings of the machine are not read')
  assert.equal(ytDlpArguments(url, 1000, '    --no-plugin-dirs     Clear').includes('--no-plugin-dirs'), true)
})

test('progress is read from the requested lines', () => {
  assert.equal(readYtDlpProgress('gifwright-progress 512 1024'), 0.5)
  assert.equal(readYtDlpProgress('gifwright-progress 512 1024.0\r'), 0.5)
  assert.equal(readYtDlpProgress('gifwright-progress 2048 1024'), 1)
  for (const line of ['gifwright-progress 512 NA', 'gifwright-progress 0 0', '[download] 5%', '']) {
    assert.equal(readYtDlpProgress(line), undefined)
  }
})

test('the output of yt-dlp becomes one of our codes, with its own text only in the log', () => {
  const table: [words: string, code: string, retry?: boolean][] = [
    [
      'ERROR: [youtube] x: Unable to download webpage: HTTP Error 429: Too Many Requests',
      'source_unreachable',
      true,
    ],
    [
      'ERROR: [vimeo] 1: Unable to download JSON metadata: The read operation timed out',
      'source_unreachable',
      true,
    ],
    ['ERROR: Unable to allocate output buffer.', 'source_too_large'],
    ['Traceback (most recent call last):\nMemoryError', 'source_too_large'],
    ['ERROR: [youtube] x: Video unavailable', 'source_not_found'],
    ['ERROR: [youtube] x: Private video. Sign in if you have been granted access', 'source_not_found'],
    ['ERROR: [x] HTTP Error 404: Not Found', 'source_not_found'],
    ['ERROR: m3u8 download detected but ffmpeg could not be found. Please install', 'source_unsupported'],
    ['ERROR: [youtube] x: Unable to extract initial data; please report this issue', 'source_unsupported'],
    ['ERROR: No suitable extractor found for URL https://x.com/', 'source_unsupported'],
    ['Traceback (most recent call last): /home/secret', 'source_not_found'],
  ]
  for (const [words, code, retry = false] of table) {
    const error = toYtDlpError(`WARNING: HTTP Error 503\n${words}`)
    assert.ok(appError(code, { retry })(error))
    assert.doesNotMatch(error.message, /secret|ERROR|http/i)
  }
})

test('sharing sites are recognized by their own names and subdomains', () => {
  for (const host of [
    'youtube.com',
    'www.youtube.com',
    'm.youtube.com',
    'youtu.be',
    'clips.twitch.tv',
    'v.redd.it',
  ]) {
    assert.equal(isSharing(`https://${host}/watch?v=1.mp4`), true, host)
  }
  for (const address of [
    'https://notyoutube.com/',
    'https://youtube.com.evil.example/',
    'https://i.imgur.com/a.mp4',
  ]) {
    assert.equal(isSharing(address), false, address)
  }
})
