/** A requested order of results. The default is relevance, or newest first without a text. */
export type SearchSort = 'newest' | 'popular'

/** A search, as encoded in the address of the front page. Pages count from 1. */
export type Search = {
  text: string
  categoryCode: string | null
  /** True if the visitor wants to see NSFW GIFs. */
  includeNsfw: boolean
  /** True to search for the words exactly as typed, without similar spellings. */
  exactOnly: boolean
  sort: SearchSort | null
  page: number
}

export type Links = ReturnType<typeof linksFor>

/** The addresses of the site, for links on its pages. They also work under a path of a shared host. */
export function linksFor(siteUrl: string) {
  const { origin, pathname } = new URL(siteUrl)
  const base = pathname.replace(/(?<!\/)\/+$/, '')
  return {
    /** A path of the site for a link on a page. */
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
    /** The address that redirects to a random GIF of the category, or of all. */
    random: ({ categoryCode, includeNsfw }: Search) => {
      const query = new URLSearchParams()
      if (categoryCode !== null) query.set('category', categoryCode)
      if (includeNsfw) query.set('nsfw', '1')
      return query.size === 0 ? `${base}/random` : `${base}/random?${query.toString()}`
    },
    /** The sign-in page, which redirects to `next`, a path of the site as in a request. */
    signIn: (next: string) => `${base}/login?next=${encodeURIComponent(next)}`,
    /** The code in the address of a collection or of its frame; null for any other address. */
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
    /**
     * The code in the address of a GIF's page, of its frame, or of `/gifs/{words}-{code}`; null for any other address.
     */
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
