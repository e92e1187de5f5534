import { find } from './dom.ts'

/*
 * The GIFs that this browser made without an account, with their manage keys, newest first. Signing out removes them
 * with all other data of this site.
 */

const key = 'gifwright.made'
const maxKept = 500

type MadeGif = { code: string; key: string }

/** The manage key of a GIF that this browser made; null for any other GIF, and after the key is forgotten. */
export function manageKeyOf(code: string): string | null {
  return madeGifs().find((made) => made.code === code)?.key ?? null
}

/** Stores the key of a manage link that the page shows, and says so on the page. */
export function storeShownKey(): void {
  const shown = document.querySelector<HTMLElement>('[data-made-gif]')
  const { madeGif: code, key: shownKey } = shown?.dataset ?? {}
  if (!shown || code === undefined || shownKey === undefined) return
  const others = madeGifs().filter((made) => made.code !== code)
  const isKept = write([{ code, key: shownKey }, ...others])
  find(shown, '[data-kept-here]', HTMLElement).hidden = !isKept
}

export function forgetManageKey(code: string): void {
  write(madeGifs().filter((made) => made.code !== code))
}

function madeGifs(): MadeGif[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isMadeGif) : []
  } catch {
    // The storage is blocked or has unexpected content: treat it as empty.
    return []
  }
}

function isMadeGif(value: unknown): value is MadeGif {
  const { code, key: manageKey } = Object(value) as Partial<MadeGif>
  return typeof code === 'string' && typeof manageKey === 'string' && /^\w+$/.test(code)
}

function write(gifs: MadeGif[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(gifs.slice(0, maxKept)))
    return true
  } catch {
    // Not an error: the page itself shows the link.
    return false
  }
}
