import { type PickerTexts, pickerTexts } from '#texts/picker.ts'
import { apiSource } from './api-source.ts'
import type { Category, FoundGif, GifPage, GifSource, Listing, SourceOptions } from './gif-source.ts'
import { LoadError } from './load-json.ts'
import { makeIcon } from './make-element.ts'
import { makePickerView } from './picker-view.ts'
import columnStyle from '../../kit/client/columns.css'
import style from './picker.css'
import { tenorSource } from './tenor-source.ts'

const typingMs = 250
const defaultLimit = 24
const maxLimit = 100
const trendIcon = 'M4 16l5-5l4 4l7-7M14 8h6v6'

const sheet = new CSSStyleSheet()
sheet.replaceSync(columnStyle + style)

/**
 * The element `<gifwright-picker>`. It fires `gif`, with the GIF and its addresses in `detail`, when one is chosen, and
 * `close` on Escape in an empty search field. The attribute or property `texts` replaces its texts.
 */
class GifwrightPicker extends HTMLElement {
  static readonly observedAttributes = ['host', 'key', 'rating', 'limit', 'columns', 'locale', 'texts']

  readonly #view = makePickerView({
    choose: (found) => this.#choose(found),
    type: (text) => this.#type(text),
    submit: (text) => this.#search(text),
    close: () => this.dispatchEvent(new CustomEvent('close')),
    reachEnd: () => void this.#loadMore(),
  })
  /** Delays loading for a picker in a closed dialog or far down the page. */
  readonly #nearby = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      this.#nearby.disconnect()
      this.#start()
    },
    { rootMargin: '300px' },
  )
  #source: GifSource | null = null
  #texts = pickerTexts
  #ownTexts: Partial<PickerTexts> = {}
  #listing: Listing = { kind: 'trending' }
  #categories: Category[] = []
  #next: string | null = null
  #isLoading = false
  /** Counts the started listings, so that late answers to earlier ones are dropped. */
  #run = 0
  #typing: ReturnType<typeof setTimeout> | undefined
  #willRestart = false

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheet]
    root.append(this.#view.element)
  }

  get texts(): Partial<PickerTexts> {
    return this.#ownTexts
  }

  set texts(texts: Partial<PickerTexts>) {
    this.#ownTexts = texts
    this.#restart()
  }

  connectedCallback(): void {
    // Set by the page before the script was loaded.
    if (Object.hasOwn(this, 'texts')) {
      const { texts } = this
      Reflect.deleteProperty(this, 'texts')
      this.texts = texts
    }
    if (this.#source !== null) return
    this.#prepare()
    this.#nearby.observe(this)
  }

  disconnectedCallback(): void {
    this.#nearby.disconnect()
    clearTimeout(this.#typing)
  }

  attributeChangedCallback(name: string): void {
    if (name === 'columns') this.#setColumns()
    else this.#restart()
  }

  /** Starts over, once for all attributes that change together. */
  #restart(): void {
    if (this.#willRestart) return
    this.#willRestart = true
    queueMicrotask(() => {
      this.#willRestart = false
      if (this.#source !== null) this.#start()
    })
  }

  #start(): void {
    const key = this.getAttribute('key') ?? ''
    const options = this.#options()
    this.#source = key === '' ? apiSource(options) : tenorSource({ ...options, key })
    this.#prepare()
    this.#show(this.#listing)
    void this.#loadCategories(this.#source)
  }

  /** Sets the names and texts, which need no loading. */
  #prepare(): void {
    this.#texts = { ...pickerTexts, ...parseTexts(this.getAttribute('texts')), ...this.#ownTexts }
    const locale = this.getAttribute('locale')
    if (locale) this.#view.element.lang = locale
    this.#view.name(this.#texts)
    this.#setColumns()
    this.#showCategories()
  }

  async #loadCategories(source: GifSource): Promise<void> {
    // If the categories cannot be loaded, the list of GIFs shows the reason.
    this.#categories = await source.categories().catch(() => [])
    if (source === this.#source && this.#listing.kind !== 'search') this.#showCategories()
  }

  #options(): SourceOptions {
    const host = this.getAttribute('host') ?? new URL('.', import.meta.url).href
    const limit = Number(this.getAttribute('limit') ?? defaultLimit)
    const ratings = ['g', 'pg', 'pg-13', 'r'] as const
    return {
      host: new URL(host.endsWith('/') ? host : `${host}/`, document.baseURI).href,
      rating: ratings.find((rating) => rating === this.getAttribute('rating')) ?? 'pg-13',
      limit: Number.isInteger(limit) && limit >= 1 ? Math.min(limit, maxLimit) : defaultLimit,
    }
  }

  #setColumns(): void {
    const columns = Number(this.getAttribute('columns'))
    const isNumber = Number.isInteger(columns) && columns >= 1 && columns <= 12
    this.#view.grid.element.style.setProperty('--columns', isNumber ? String(columns) : '')
  }

  #type(text: string): void {
    clearTimeout(this.#typing)
    this.#typing = setTimeout(() => this.#search(text), text.trim() === '' ? 0 : typingMs)
  }

  #search(typed: string): void {
    clearTimeout(this.#typing)
    const text = typed.trim().replace(/\s+/g, ' ')
    if (this.#listing.kind === 'search' ? text === this.#listing.text : text === '') return
    if (text === '') return this.#show({ kind: 'trending' })
    this.#show({ kind: 'search', text })
    void this.#complete(text)
  }

  async #complete(text: string): Promise<void> {
    const completions = (await this.#source?.complete(text).catch(() => [])) ?? []
    const others = completions.filter((completion) => completion !== text.toLowerCase())
    const isCurrent = this.#listing.kind === 'search' && this.#listing.text === text
    if (!isCurrent || others.length === 0) return
    this.#view.chips.show(
      this.#texts.completions,
      others.map((completion) => ({
        text: completion,
        isCurrent: false,
        choose: () => {
          this.#view.input.value = completion
          this.#view.input.focus()
          this.#search(completion)
        },
      })),
    )
  }

  #show(listing: Listing): void {
    const wasSearch = this.#listing.kind === 'search'
    this.#listing = listing
    this.#run++
    this.#isLoading = false
    this.#next = null
    const { grid, note, hideMessage, scrollToTop, announce } = this.#view
    if (listing.kind !== 'search') this.#view.empty()
    if (listing.kind !== 'search' || !wasSearch) this.#showCategories()
    hideMessage()
    note('')
    grid.clear()
    grid.showSkeleton()
    scrollToTop()
    announce(this.#texts.loading)
    void this.#load(null)
  }

  #showCategories(): void {
    const listing = this.#listing
    const { trending, categories } = this.#texts
    this.#view.chips.show(categories, [
      {
        text: trending,
        icon: makeIcon(trendIcon),
        isCurrent: listing.kind === 'trending',
        choose: () => this.#show({ kind: 'trending' }),
      },
      ...this.#categories.map(({ code, name }) => ({
        text: name,
        isCurrent: listing.kind === 'category' && listing.code === code,
        choose: () => this.#show({ kind: 'category', code }),
      })),
    ])
  }

  async #loadMore(): Promise<void> {
    if (this.#next !== null && !this.#isLoading) await this.#load(this.#next)
  }

  async #load(from: string | null): Promise<void> {
    const run = this.#run
    this.#isLoading = true
    try {
      const page = await this.#source?.list(this.#listing, from)
      if (run !== this.#run || page === undefined) return
      this.#isLoading = false
      this.#showPage(page, from === null)
    } catch (error) {
      if (run === this.#run) this.#showFault(error, from)
    }
  }

  #showPage({ gifs, total, next, corrected }: GifPage, isFirst: boolean): void {
    const { grid, announce, note, watchEnd, isScrolled } = this.#view
    const listing = this.#listing
    const texts = this.#texts
    const added = grid.add(gifs)
    this.#next = next
    if (added > 0) {
      const count = this.#format(total === null || !isFirst ? added : total)
      if (isFirst) note(corrected === null ? '' : fill(texts.corrected, { query: corrected }))
      // Pages loaded before anyone has scrolled are not announced.
      if (isFirst) announce(fill(texts.found, { count }))
      else if (isScrolled()) announce(fill(texts.added, { count }))
      requestAnimationFrame(watchEnd)
    } else if (isFirst) {
      this.#showNothing(listing)
    }
  }

  #showNothing(listing: Listing): void {
    const { message } = this.#view
    const { noMatch, noMatchHint, empty, showTrending, retry } = this.#texts
    const leave = () => this.#show({ kind: 'trending' })
    if (listing.kind === 'search')
      message(fill(noMatch, { query: listing.text }), noMatchHint, showTrending, leave)
    else if (listing.kind === 'category') message(empty, '', showTrending, leave)
    else message(empty, '', retry, () => this.#start())
  }

  #showFault(error: unknown, from: string | null): void {
    const fault = error instanceof LoadError ? error.fault : 'failed'
    const texts = this.#texts
    // `isLoading` stays set until the button is pressed: a retry is never automatic.
    if (from === null) this.#view.grid.clear()
    this.#view.message(texts[fault], texts[`${fault}Hint`], texts.retry, () => {
      this.#view.hideMessage()
      if (from === null) this.#start()
      else void this.#load(from)
    })
  }

  #choose(found: FoundGif): void {
    const text = this.#listing.kind === 'search' ? this.#listing.text : ''
    this.#source?.countShare(found, text)
    this.dispatchEvent(new CustomEvent('gif', { detail: { ...found.gif }, bubbles: true, composed: true }))
  }

  #format(count: number): string {
    try {
      return count.toLocaleString(this.getAttribute('locale') ?? undefined)
    } catch {
      return String(count)
    }
  }
}

/** Registers `<gifwright-picker>` unless it is registered already. */
export function definePicker(): void {
  if (!customElements.get('gifwright-picker')) customElements.define('gifwright-picker', GifwrightPicker)
}

/** Fills the placeholders of a text. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}

function parseTexts(json: string | null): Partial<PickerTexts> {
  if (json === null) return {}
  try {
    const texts = Object.entries(JSON.parse(json) as object)
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string'))
  } catch {
    console.error('gifwright-picker: the attribute `texts` is no JSON.')
    return {}
  }
}
