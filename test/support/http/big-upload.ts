import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'

const pieceBytes = 64 * 1024

export type BigEncoding = {
  name: string
  contentType: string
  before: string
  after: string
  escape: (base64: string) => string
}

const otherValues = { category: '1', start: '0', end: '1', title: 'Big' }
const boundary = 'big-boundary'
const asForm = new URLSearchParams(otherValues).toString()
const asParts = Object.entries(otherValues).map(
  ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
)
const json = {
  contentType: 'application/json',
  before: `${JSON.stringify(otherValues).slice(0, -1)},"video":"`,
  after: '"}',
}
const form = { contentType: 'application/x-www-form-urlencoded', before: `${asForm}&video=`, after: '' }
const multipart = {
  contentType: `multipart/form-data; boundary=${boundary}`,
  before: `${asParts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="video"\r\n\r\n`,
  after: `\r\n--${boundary}--\r\n`,
}

/** The ways in which clients write a data-URL. */
export const bigEncodings: BigEncoding[] = [
  { name: 'JSON', ...json, escape: (text) => text },
  { name: 'JSON, every / as \\/', ...json, escape: (text) => text.replaceAll('/', '\\/') },
  { name: 'urlencoded, + and / bare', ...form, escape: (text) => text },
  { name: 'urlencoded, escaped', ...form, escape: encodeURIComponent },
  { name: 'multipart, data-URL as text', ...multipart, escape: (text) => text },
]

/** The first bytes of an MP4: enough to be accepted. */
const head = Buffer.from('00000018667479706d703432000000006d7034326d703431', 'hex').toString('base64')

/**
 * Posts a data-URL of the given number of bytes to a server, in pieces, so that the sender stays small; returns the
 * HTTP status.
 */
export async function postBigVideo(url: string, encoding: BigEncoding, bytes: number): Promise<number> {
  const { contentType, before, after, escape } = encoding
  const headers = { 'content-type': contentType }
  const outgoing = request(`${url}/api/create-gif/source/video`, { method: 'POST', headers })
  const answered = once(outgoing, 'response')
  outgoing.write(before + escape(`data:video/mp4;base64,${head}`))
  const piece = escape(randomBytes((pieceBytes / 4) * 3).toString('base64'))
  for (let sent = 0; sent < bytes; sent += pieceBytes) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain')
  }
  outgoing.end(after)
  const [response] = await answered
  response.resume()
  return Number(response.statusCode)
}

/** From here on `peakMegabytes` starts over. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The peak memory of a process, in units of 2^20 bytes. */
export function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
