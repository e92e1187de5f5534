import { fontIds } from '../../../../layers/fonts/font-list.ts'
import { layerTexts } from '#texts/layers.ts'

/** A font of the service, with the families by which the browser shows it: its own, and one like it until it is loaded. */
export type FontChoice = { id: string; label: string; family: string }

const similar: Readonly<Record<string, string>> = {
  impact: 'Impact, "Arial Narrow", sans-serif',
  sans: 'sans-serif',
  serif: 'serif',
  hand: 'cursive',
  mono: 'monospace',
}

/** The family that a font has in the page. */
export function familyOf(id: string): string {
  return `caption-${id}`
}

/** The fonts that a text can be set in. */
export const captionFonts: readonly FontChoice[] = fontIds.map((id) => ({
  id,
  label: layerTexts.fonts[id] ?? id,
  family: `${familyOf(id)}, ${similar[id] ?? 'sans-serif'}`,
}))
