import { hideInAddress } from './hide-secrets.ts'

/** Returns the mistakes in a setting that must be the address of a server. */
export function addressMistakes(name: string, value: string | null): string[] {
  if (value === null) return []
  const url = URL.canParse(value) ? new URL(value) : null
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  const fits = isPlain && url.username === '' && url.password === ''
  return fits
    ? []
    : [`${name} must be an http or https address without ?, # or a user, not "${hideInAddress(value)}"`]
}
