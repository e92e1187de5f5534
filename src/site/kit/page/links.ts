/** An order of results that is asked for; without one the most relevant come first, or without text the newest. */
export type SearchSort = 'newest' | 'popular'

/** What the front page shows; the address of the front page says it. Pages count from 1. */
export type Search = {
  text: string
  categoryCode: string | null
  /** Whether the visitor has asked for what is not safe for work. */
  includeNsfw: boolean
  /** Whether the words are searched for as they are typed, without close spellings. */
  exactOnly: boolean
  sort: SearchSort | null
  page: number
}

export type Links = ReturnType<typeof linksFor>

/** The addresses of the site as its pages link to them. They work under a path of a shared host too. */
export function linksFor(siteUrl: string) {
  const { origin, pathname } = new URL(siteUrl)
  const base = pathname.replace(/(?<!\/)\/+$/, '')
  return {
    /** A path of the site as it stands in a page. */
    path: (path: string) => `${base}${path}`,
    /** The full address of a path of the site. */
    absolute: (path: string) => `${origin}${base}${path}`,
    search: (search: Partial<Search>) => {
      const { text = '', categoryCode = null, includeNsfw = false, exactOnly = false } = search
      const { sort = null, page = 1 } = search
      const query = new URLSearchParams()
      if (text !== '') query.set('q', text)
      if (categoryCode !== null) query.set('category', categoryCode)
      if (includeNsfw) query.set('nsfw', '1')
      if (exactOnly) query.set('match', 'exact')
      if (sort !== null) query.set('sort', sort)
      if (page > 1) query.set('page', String(page))
      return query.size === 0 ? `${base}/` : `${base}/?${query.toString()}`
    },
    /** The Atom feed of the newest GIFs of a search, of a category, or of all. */
    feed: ({ text = '', categoryCode = null, includeNsfw = false }: Partial<Search>) => {
      const query = new URLSearchParams()
      if (text !== '') query.set('q', text)
      if (categoryCode !== null) query.set('category', categoryCode)
      if (includeNsfw) query.set('nsfw', '1')
      return query.size === 0 ? `${base}/feed.atom` : `${base}/feed.atom?${query.toString()}`
    },
    /** Leads on to any GIF of the category, or of all. */
    random: ({ categoryCode, includeNsfw }: Search) => {
      const query = new URLSearchParams()
      if (categoryCode !== null) query.set('category', categoryCode)
      if (includeNsfw) query.set('nsfw', '1')
      return query.size === 0 ? `${base}/random` : `${base}/random?${query.toString()}`
    },
    /** The page to sign in at, which leads on to `next`, a path of the site as a request names it. */
    signIn: (next: string) => `${base}/login?next=${encodeURIComponent(next)}`,
    /** The code in the address of a collection or of its frame; null when the address is not one of this site. */
    collectionCodeOf: (address: string) => {
      if (!URL.canParse(address)) return null
      const url = new URL(address)
      const match = /^\/c\/(?:[^/]*-)?(?<code>[0-9A-Za-z]{1,64})(?:\/embed)?\/?$/.exec(
        url.pathname.slice(base.length),
      )
      const here =
        url.host === new URL(origin).host && /^https?:$/.test(url.protocol) && url.pathname.startsWith(base)
      return here ? (match?.groups?.code ?? null) : null
    },
    /** The code in the address of a GIF's page, of its frame, or of `/gifs/{words}-{code}`; null when the address is not one of this site. */
    codeOf: (address: string) => {
      if (!URL.canParse(address)) return null
      const url = new URL(address)
      const match = /^(?:\/embed\/|\/gifs\/(?:[^/]*-)?|\/)(?<code>[0-9A-Za-z]{1,64})\/?$/.exec(
        url.pathname.slice(base.length),
      )
      const here =
        url.host === new URL(origin).host && /^https?:$/.test(url.protocol) && url.pathname.startsWith(base)
      return here ? (match?.groups?.code ?? null) : null
    },
  }
}
