/** One setting: how its text is parsed, its default, and its documentation. */
export type Setting<T> = {
  parse: (text: string) => T
  default: T
  /** The format of the value, for the documentation. */
  format: string
  doc: string
  /** The value is never shown, and can be read from the file named by the variable NAME_FILE. */
  secret?: true
}

/** Marks a setting as secret. */
export const secret = <T>(setting: Setting<T>): Setting<T> => ({ ...setting, secret: true })

export const text = (defaultValue: string, doc: string, format = 'text'): Setting<string> => ({
  parse: (value) => value,
  default: defaultValue,
  format,
  doc,
})

export const optionalText = (doc: string, format = 'text'): Setting<string | null> => ({
  parse: (value) => value,
  default: null,
  format,
  doc,
})

export const number = (
  defaultValue: number,
  [min, max]: [number, number],
  doc: string,
  unit = 'a number',
): Setting<number> => ({
  parse: (value) => {
    const parsed = Number(value)
    if (!Number.isFinite(parsed) || parsed < min || parsed > max || !/^\d/.test(value)) {
      throw new Error(`must be a number from ${min} to ${max}`)
    }
    return parsed
  },
  default: defaultValue,
  format: `${unit}, ${min} to ${max}`,
  doc,
})

export const integer = (
  defaultValue: number,
  range: [number, number],
  doc: string,
  unit?: string,
): Setting<number> => {
  const base = number(defaultValue, range, doc, unit ?? 'a whole number')
  return {
    ...base,
    parse: (value) => {
      if (!/^\d+$/.test(value)) throw new Error(`must be a whole number from ${range[0]} to ${range[1]}`)
      return base.parse(value)
    },
  }
}

export const optionalPort = (doc: string): Setting<number | null> => ({
  ...integer(0, [0, 65535], doc),
  default: null,
})

/** One of `values`; `aliases` maps names of earlier versions to them. */
export const oneOf = <T extends string>(
  defaultValue: T,
  values: readonly T[],
  doc: string,
  aliases: Readonly<Record<string, string>> = {},
): Setting<T> => ({
  parse: (value) => {
    const meant = Object.hasOwn(aliases, value) ? aliases[value] : value
    const found = values.find((candidate) => candidate === meant)
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`)
    return found
  },
  default: defaultValue,
  format: values.join(' | '),
  doc,
})

export const list = (defaultValue: string[], doc: string, format: string): Setting<string[]> => ({
  parse: (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  default: defaultValue,
  format,
  doc,
})
