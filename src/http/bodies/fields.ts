import { AppError } from '../../lib/app-error.ts'

const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

/** A key without its array suffix: `tags`, `tags[]` and `tags[0]` are one key. */
export function bareName(name: string): string {
  return name.replace(/\[\d*\]$/, '')
}

/** The values of one body by their bare names. A key that comes again gives an array, in the order of arrival. */
export class Fields {
  readonly values: Record<string, unknown> = Object.create(null)
  readonly #maxFields: number
  #count = 0

  constructor(maxFields: number) {
    this.#maxFields = maxFields
  }

  /** Adds a value. Throws AppError too_large past the limit of fields. */
  add(name: string, value: unknown): void {
    this.count()
    const key = bareName(name)
    if (key === '' || unsafeNames.has(key)) return
    if (!Object.hasOwn(this.values, key)) {
      this.values[key] = value
      return
    }
    const earlier = this.values[key]
    const list: unknown[] = Array.isArray(earlier) ? earlier : [earlier]
    for (const item of Array.isArray(value) ? value : [value]) list.push(item)
    this.values[key] = list
  }

  /** Counts a field that is not kept. Throws AppError too_large past the limit of fields. */
  count(): void {
    this.#count += 1
    if (this.#count > this.#maxFields) {
      throw new AppError('too_large', `The body may hold at most ${this.#maxFields} fields.`)
    }
  }
}
