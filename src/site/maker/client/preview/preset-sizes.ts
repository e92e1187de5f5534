import { formatBytes } from '#texts/format.ts'
import { sizeNotes } from '#texts/size-notes.ts'
import { gifPresets } from '../../../../options/gif-options.ts'
import type { PresetRatios } from './messages.ts'

/** About how large the GIF would be with each preset, beside the name of each. */
export class PresetSizes {
  readonly #fields: ReadonlyMap<string, Element>
  #gif: { bytes: number; isAbout: boolean } | null = null
  #ratios: PresetRatios | null = null

  constructor(form: HTMLFormElement) {
    const fields = form.querySelectorAll<HTMLElement>('[data-preset-size]')
    this.#fields = new Map([...fields].map((field) => [field.dataset.presetSize ?? '', field]))
  }

  /** The size of the GIF with the preset that is chosen. */
  sizeIs(bytes: number, isAbout: boolean): void {
    this.#gif = { bytes, isAbout }
    this.#show()
  }

  /** What the presets take, relative to the one that is chosen. */
  compared(ratios: PresetRatios): void {
    this.#ratios = ratios
    this.#show()
  }

  /** Another GIF is on its way: what is said stays until both are known of it. */
  wait(): void {
    this.#gif = null
    this.#ratios = null
  }

  /** The sizes are not known, or a size limit decides. */
  clear(): void {
    this.wait()
    for (const field of this.#fields.values()) field.textContent = ''
  }

  #show(): void {
    if (this.#gif === null || this.#ratios === null) return
    const { bytes, isAbout } = this.#gif
    for (const preset of gifPresets) {
      const ratio = this.#ratios[preset]
      const about = Number((bytes * ratio).toPrecision(2))
      const text = ratio === 1 && !isAbout ? formatBytes(bytes) : sizeNotes.about(about)
      const field = this.#fields.get(preset)
      if (field !== undefined) field.textContent = text
    }
  }
}
