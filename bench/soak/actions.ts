import type { Answer } from '../../test/support/answers.ts'
import type { Outcomes } from './load.ts'

const words = [
  'frog',
  'pond',
  'jump',
  'happy',
  'dance',
  'rain',
  'city',
  'blue',
  'a',
  'zzz',
  'the big',
  'dog run',
]

/** The actions of people and programs with an instance at its address, each call recorded in `outcomes`. */
export function actionsOn(
  urlOf: () => string,
  outcomes: Outcomes,
  clips: { video: Buffer; address: string },
  headersOf: () => Record<string, string> = () => ({}),
) {
  const codes: string[] = []

  async function call(action: string, path: string, init?: RequestInit): Promise<Response> {
    const since = performance.now()
    const headers = { ...init?.headers, ...headersOf() }
    const response = await fetch(path.startsWith('http') ? path : urlOf() + path, { ...init, headers })
    const copy = response.clone()
    await response.arrayBuffer()
    outcomes.add(action, response.status, performance.now() - since)
    if (response.status === 503 && !response.headers.has('retry-after'))
      outcomes.faults.push(`${action}: 503 without Retry-After`)
    return copy
  }

  const post = (action: string, path: string, body: unknown) =>
    call(action, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function idOf(response: Response): Promise<string | null> {
    return response.ok ? ((await response.json()) as Answer).id : null
  }

  return {
    /** Known GIFs, to be viewed. */
    codes,
    async search() {
      const body = { q: pick(words), start: 0, limit: 24 }
      const found = (await (await post('POST /api/find', '/api/find', body)).json()) as Answer
      const seen = (found.result ?? []).map(({ code }: { code: string }) => code)
      codes.push(...seen)
      codes.splice(0, Math.max(0, codes.length - 500))
      await call('search page', `/?q=${encodeURIComponent(pick(words))}`)
    },
    async view() {
      const code = pick(codes)
      if (code === undefined) return
      const record = (await (await call('GET /api/gif/{code}', `/api/gif/${code}`)).json()) as Answer
      await call('page of a GIF', `/${code}`)
      const [gif] = record.result ?? []
      if (gif === undefined) return
      await call('media, a range', gif.gif_url, { headers: { range: 'bytes=0-1023' } })
      await call('media, whole', gif.thumb_url)
    },
    uploadVideo: async () =>
      idOf(await call('create: video', '/api/create-gif/source/video', uploadOf(clips.video))),
    fromAddress: async () =>
      idOf(
        await post('create: address', '/api/create-gif/source/url', {
          category: 1,
          start: 0,
          end: 1,
          title: 'From an address',
          url: clips.address,
        }),
      ),
    /** Disconnects in the middle of an upload. */
    async hangUp() {
      const since = performance.now()
      const hangUp = new AbortController()
      const sent = fetch(`${urlOf()}/api/create-gif/source/video`, {
        ...uploadOf(clips.video),
        headers: headersOf(),
        signal: hangUp.signal,
      })
      setTimeout(() => hangUp.abort(), Math.random() * 10)
      const status = await sent.then(
        (response) => response.status,
        () => 'hung up' as const,
      )
      outcomes.add('create, and hang up', status, performance.now() - since)
    },
    status: async (task: string) =>
      (await (await call('GET /api/status/{task}', `/api/status/${task}`)).json()) as Answer,
    async cancel(task: string) {
      const headers = { origin: urlOf(), accept: 'application/json' }
      await call('cancel', `/create/${task}/cancel`, { method: 'POST', headers })
    },
  }
}

function uploadOf(video: Buffer): RequestInit {
  const form = new FormData()
  const values = { category: '1', start: '0', end: '1', title: 'An upload' }
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  form.append('video', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'clip.mp4')
  return { method: 'POST', body: form }
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] as T
}
