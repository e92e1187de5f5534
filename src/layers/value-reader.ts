import { AppError } from '../lib/app-error.ts'
import { layerRanges } from './layer-limits.ts'

const colorPattern = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i

/** Returns the AppError for a value of `layers` that breaks a rule. `path` is its place: `layers[2].size`. */
export function layerError(path: string, mustBe: string): AppError {
  return new AppError('invalid_value', `\`${path}\` must be ${mustBe}.`, { field: 'layers' })
}

/**
 * Reads the values of one object of `layers`, each of which may be omitted if it has a default. Throws AppError
 * invalid_value for a value that breaks a rule, and `end` for a key that is never read.
 */
export class ValueReader {
  readonly #path: string
  readonly #values: ReadonlyMap<string, unknown>
  readonly #read = new Set<string>()

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw layerError(path, 'an object')
    this.#path = path
    this.#values = new Map(Object.entries(value))
  }

  /** Returns the path of a key of the object. */
  pathOf(key: string): string {
    return `${this.#path}.${key}`
  }

  value(key: string): unknown {
    this.#read.add(key)
    return this.#values.get(key)
  }

  number(key: keyof typeof layerRanges, fallback: number): number {
    return this.#number(key, layerRanges[key]) ?? fallback
  }

  numberOrNull(key: keyof typeof layerRanges): number | null {
    return this.value(key) === null ? null : this.#number(key, layerRanges[key])
  }

  /** Reads the width of an outline, whose key is the same as for a layer's width. */
  outlineWidth(fallback: number): number {
    return this.#number('width', layerRanges['outline.width']) ?? fallback
  }

  /** Reads the index of one of `count` pictures. */
  index(key: string, count: number): number {
    const value = this.value(key)
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value
    if (count === 0)
      throw layerError(this.pathOf(key), 'one of the pictures in `stickers[]`, and none was sent')
    throw layerError(
      this.pathOf(key),
      `a whole number from 0 to ${count - 1}: which of the pictures in \`stickers[]\``,
    )
  }

  choice<Choice extends string>(key: string, choices: readonly Choice[], fallback: Choice): Choice {
    const value = this.value(key)
    if (value === undefined) return fallback
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) throw layerError(this.pathOf(key), listChoices(choices))
    return chosen
  }

  color(key: string, fallback: string): string {
    const value = this.value(key)
    if (value === undefined) return fallback
    if (typeof value !== 'string' || !colorPattern.test(value))
      throw layerError(this.pathOf(key), 'a color as #rrggbb or #rrggbbaa')
    return value.toLowerCase()
  }

  colorOrNull(key: string, fallback: string | null): string | null {
    const value = this.value(key)
    return value === null || (value === undefined && fallback === null)
      ? null
      : this.color(key, fallback ?? '')
  }

  /** Throws if the object has a key that was never read. */
  end(): void {
    for (const key of this.#values.keys()) {
      if (this.#read.has(key)) continue
      const known = [...this.#read].map((name) => `"${name}"`).join(', ')
      const shown = JSON.stringify(key.slice(0, 40))
      throw new AppError(
        'invalid_value',
        `\`${this.#path}\` has the unknown key ${shown}; known are ${known}.`,
        { field: 'layers' },
      )
    }
  }

  #number(key: string, { min, max }: { min: number; max: number }): number | null {
    const value = this.value(key)
    if (value === undefined) return null
    if (typeof value === 'number' && value >= min && value <= max) return value
    throw layerError(this.pathOf(key), `a number from ${min} to ${max}`)
  }
}

/** Lists the choices for a sentence. */
export function listChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `"${choice}"`)
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`
}
