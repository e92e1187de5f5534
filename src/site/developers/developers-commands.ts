import type { Example } from '../kit/page/code-example.ts'

export type CommandFacts = {
  /** The full address of a path of the instance. */
  absolute: (path: string) => string
  /** The placeholder for a token; null for calls without one. */
  token: string | null
  /** An existing category. */
  category: { id: number; code: string; name: string }
  /** A GIF as the API returns it, with its category. */
  gif: { code: string; category: unknown }
  /** Some of its files, as the API returns them. */
  renditions: object
}

export type Commands = ReturnType<typeof commandsFor>

/**
 * The commands for all calls of this instance's API. They contain no untrusted text, since people paste them into a shell.
 */
export function commandsFor({ absolute, token, category, gif, renditions }: CommandFacts) {
  const accepted = {
    status: 'waiting',
    id: 'Hq2mTz8Wc4Xk9sLr6VbYpD',
    success: true,
    delete_url: absolute('/JM5Wnw0tUAZb/delete?key=…'),
    manage_url: absolute('/JM5Wnw0tUAZb/manage#…'),
    visibility: 'public',
  }
  const { category: _category, ...withoutCategory } = gif
  const call = (path: string, ...options: string[]) => lines(`curl ${absolute(path)}`, ...options)
  const create = (path: string, ...options: string[]) =>
    call(path, ...(token === null ? [] : [`-H "Authorization: Bearer ${token}"`]), ...options)
  const withToken = (method: string, path: string, ...options: string[]) =>
    lines(
      `curl -X ${method} ${absolute(path)}`,
      `-H "Authorization: Bearer ${token ?? 'gw_…your-token'}"`,
      ...options,
    )
  return {
    search: {
      name: 'Search',
      command: call('/api/find -d q=cat -d limit=10'),
      answer: { status: 'done', total: 1, match: 'exact', result: [gif] },
    },
    searchLink: {
      name: 'Search as a link',
      command: `curl "${absolute(`/api/find?category=${category.code}&start=0&limit=10`)}"`,
    },
    one: {
      name: 'One GIF',
      command: call(`/api/gif/${gif.code}`),
      answer: { status: 'done', result: [{ ...gif, renditions }] },
    },
    random: {
      name: 'A random GIF',
      command: call('/api/random-gif'),
      answer: { status: 'done', result: [withoutCategory] },
    },
    categories: {
      name: 'Categories',
      command: call('/api/categories'),
      answer: { status: 'done', categories: [category] },
    },
    trending: {
      name: 'Trending GIFs',
      command: `curl "${absolute(`/api/trending?category=${category.code}&limit=10`)}"`,
      answer: { status: 'done', total: 1, result: [gif] },
    },
    trendingSearches: {
      name: 'Trending searches',
      command: call('/api/trending-searches'),
    },
    suggest: {
      name: 'Completions',
      command: `curl "${absolute('/api/suggest?q=brthda&limit=5')}"`,
    },
    related: {
      name: 'Related GIFs',
      command: call(`/api/related/${gif.code}`),
    },
    use: {
      name: 'A use',
      command: call(`/api/use/${gif.code} -d kind=share`),
      answer: { status: 'done', success: true },
    },
    change: {
      name: 'Change it later',
      command: withToken('PATCH', `/api/gif/${gif.code}`, '-d rating=pg'),
    },
    favorite: {
      name: 'A favorite',
      command: withToken('PUT', `/api/gif/${gif.code}/favourite`),
    },
    createCollection: {
      name: 'A collection',
      command: withToken('POST', '/api/collections', '-d name="Party frogs" -d visibility=public'),
    },
    collect: {
      name: 'A GIF in it',
      command: withToken('PUT', `/api/collections/COLLECTION/gifs/${gif.code}?place=1`),
    },
    collection: {
      name: 'Read a collection',
      command: `curl "${absolute('/api/collections/COLLECTION?limit=10')}"`,
    },
    fromVideo: {
      name: 'From a video',
      command: create(
        '/api/create-gif/source/video',
        '-F video=@clip.mp4 -F start=0 -F end=3',
        `-F category=${category.id} -F title="My first GIF" -F "tags[]=test"`,
      ),
      answer: accepted,
    },
    fromAddress: {
      name: 'From an address',
      command: create(
        '/api/create-gif/source/url',
        '-d url=https://example.org/clip.mp4',
        `-d start=1.5 -d end=4 -d category=${category.id}`,
      ),
      answer: accepted,
    },
    fromPictures: {
      name: 'From pictures',
      command: create(
        '/api/create-gif/source/pictures',
        '-F "pictures[]=@1.png" -F "pictures[]=@2.png" -F delay=200',
        `-F width=480 -F height=270 -F resize=1 -F category=${category.id} -F title="Two pictures"`,
      ),
      answer: accepted,
    },
    fitted: {
      name: 'Fitted',
      command: create(
        '/api/create-gif/source/video',
        '-F video=@clip.mp4 -F start=0 -F end=3',
        '-F preset=best -F max_bytes=2000000 -F width=320 -F fps=12',
        '-F speed=1.5 -F boomerang=1',
        `-F category=${category.id} -F title="There and back"`,
      ),
    },
    captioned: {
      name: 'Captions and pictures',
      command: create(
        '/api/create-gif/source/video',
        '-F video=@clip.mp4 -F start=0 -F end=3 -F "stickers[]=@hat.png"',
        `-F category=${category.id} -F title="It compiles"`,
        `-F layers='[{"type":"text","text":"WHEN IT COMPILES","y":0.03,"anchor":"top"},
        {"type":"picture","picture":0,"x":0.3,"y":0.4,"width":0.2,"start":1,"end":2.5},
        {"type":"blur","x":0.8,"y":0.5,"width":0.2,"height":0.3}]'`,
      ),
    },
    status: {
      name: 'Status',
      command: call('/api/status/TASK'),
      answer: { status: 'done', result: { code: gif.code, url: `/${gif.code}` }, url: gif.code },
    },
    events: { name: 'Live events', command: `curl -N ${absolute('/api/status/TASK/events')}` },
    oembed: { name: 'oEmbed', command: `curl "${absolute('/oembed')}?url=${absolute(`/${gif.code}`)}"` },
  } satisfies Record<string, Example>
}

/** The call for a page or a script: it sends a video and waits for its GIF. */
export function fetchExample({ absolute, token, category }: CommandFacts): string {
  const headers = token === null ? '' : `\n    headers: { authorization: 'Bearer ${token}' },`
  return `const site = '${absolute('')}'

async function makeGif(video) {
  const body = new FormData()
  body.set('video', video, 'clip.mp4')
  body.set('start', 0)
  body.set('end', 3)
  body.set('category', ${category.id})
  body.set('title', 'My first GIF')
  const { id, error } = await call('/api/create-gif/source/video', {
    method: 'POST',
    body,${headers}
  })
  if (error) throw new Error(error.message)
  for (;;) {
    const task = await call('/api/status/' + id)
    if (task.status === 'done') return site + task.result.url
    if (task.status === 'error') throw new Error(task.error.message)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function call(path, options) {
  const answer = await fetch(site + path, options)
  return answer.json()
}`
}

function lines(...parts: string[]): string {
  return parts.join(' \\\n  ')
}
