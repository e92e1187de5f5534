/**
 * A client that tries to hold up the service, for `npm run soak -- --attacker`: costly texts, archives full of refused
 * files, an expensive list, repeated exports of its own data, edits full of new words, slow readers. The soak starts it
 * as a child process, so that its work does not delay the measurements, and sends it the address and its credentials.
 */
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { writtenZip } from '../../test/support/media/written-zip.ts'
import { repeat } from './load.ts'

export type Attack = {
  url: string
  /** The session and the token of the attacker's account. */
  cookie: string
  token: string
  /** Codes of the account's GIFs. */
  codes: string[]
}

/** The attacker's address, as a proxy reports it. */
const client = { 'x-forwarded-for': '203.0.113.66' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const pauseMs = 250
const slowReaders = 4
const slowBytesPerSecond = 3000
const newWords = 168

const counts = new Map<string, number>()
const stop = new AbortController()

process.on('message', (attack: Attack) => {
  void run(attack)
})
process.on('disconnect', () => process.exit())

async function run(attack: Attack): Promise<void> {
  const session = { cookie: attack.cookie, origin: attack.url }
  const lanes = [...textAttacks(), ...importAttacks(session), ...ownDataAttacks(session)]
  await Promise.all([
    ...lanes.map((act) => repeat(pauseMs, stop.signal, () => act(attack))),
    repeat(pauseMs, stop.signal, () => editWithNewWords(attack)),
    repeat(pauseMs, stop.signal, () => drawWatermark(attack)),
    ...Array.from({ length: slowReaders }, () => repeat(pauseMs, stop.signal, () => readSlowly(attack))),
  ])
}

type Act = (attack: Attack) => Promise<void>

/** Numbers and links of the maximum length of a body. */
function textAttacks(): Act[] {
  const digits = JSON.stringify({ q: 'cat', limit: `${'1'.repeat(250_000)}x` })
  const slashes = new URLSearchParams({ gif: `${'/'.repeat(80_000)}x` }).toString()
  return [
    (attack) => post(attack, 'digits', '/api/find', digits, { 'content-type': 'application/json' }),
    (attack) => post(attack, 'slashes', '/tools', slashes, { ...form, origin: attack.url }),
  ]
}

/** An archive whose entries are all refused, and a small archive with a list of millions of items. */
function importAttacks(session: Record<string, string>): Act[] {
  const refused = writtenZip(Array.from({ length: 2000 }, (_, n) => ({ name: `${n}.zip` })))
  const list = writtenZip([{ name: 'favorites.json', data: Buffer.from(`[${'{},'.repeat(11e6)}{}]`) }])
  return [
    (attack) => sendDrop(attack, 'refused files', refused, session),
    (attack) => sendDrop(attack, 'an expensive list', list, session),
  ]
}

function ownDataAttacks(session: Record<string, string>): Act[] {
  return ['/settings/export', '/mine?page=9999', '/favourites?page=9999'].map(
    (path) => (attack) => get(attack, path, session),
  )
}

let edits = 0
async function editWithNewWords(attack: Attack): Promise<void> {
  const { token, codes } = attack
  const code = codes[edits++ % codes.length]
  const words = Array.from({ length: newWords }, (_, n) => `${edits.toString(36)}q${n.toString(36)}`)
  // Tags hold more text than titles: twenty of up to fifty characters.
  const tags = Array.from({ length: 20 }, (_, n) =>
    words
      .slice(n * 8, n * 8 + 8)
      .join(' ')
      .slice(0, 50),
  )
  // Each change to public notifies the account's webhooks.
  const visibility = Math.floor(edits / codes.length) % 2 === 0 ? 'public' : 'private'
  await send(attack, 'new words', 'PATCH', `/api/gif/${code}`, JSON.stringify({ tags, visibility }), {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  })
}

function drawWatermark(attack: Attack): Promise<void> {
  const size = () => 16 + Math.floor(Math.random() * 1200)
  return get(attack, `/create/watermark.png?width=${size()}&height=${size()}`)
}

/** Reads a frame archive at the lowest rate that the service allows. */
async function readSlowly(attack: Attack): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = request(`${attack.url}/${attack.codes[0]}/frames.zip`, { headers: client })
  asked.on('response', (answer) => {
    count('frames.zip', answer.statusCode ?? 0)
    answer.on('close', resolve).on('data', (chunk: Buffer) => {
      answer.pause()
      void wait((chunk.length / slowBytesPerSecond) * 1000).then(() => answer.resume())
    })
  })
  asked.on('error', () => resolve())
  asked.end()
  await promise
}

async function sendDrop(
  attack: Attack,
  name: string,
  archive: Buffer,
  session: Record<string, string>,
): Promise<void> {
  const values = new FormData()
  const batch = Array.from({ length: 22 }, () => Math.floor(Math.random() * 36).toString(36)).join('')
  values.append('batch', batch)
  values.append('category', '1')
  values.append('files[]', new Blob([new Uint8Array(archive)]), 'files.zip')
  await send(attack, name, 'POST', '/import', values, session)
}

const post = (attack: Attack, name: string, path: string, body: string, headers: Record<string, string>) =>
  send(attack, name, 'POST', path, body, headers)

const get = (attack: Attack, path: string, headers: Record<string, string> = {}) =>
  send(attack, path.split('?', 1)[0] ?? path, 'GET', path, undefined, headers)

async function send(
  attack: Attack,
  name: string,
  method: string,
  path: string,
  body: string | FormData | undefined,
  headers: Record<string, string>,
): Promise<void> {
  try {
    const response = await fetch(attack.url + path, {
      method,
      headers: { ...headers, ...client },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    await response.arrayBuffer()
    count(name, response.status)
  } catch {
    // The service may close the connection of a refused request.
    count(name, 0)
  }
}

/** Counts an answer by name and status; status 0 is a closed connection. */
function count(name: string, status: number): void {
  const key = `${name}: ${status}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
  process.send?.([...counts])
}
