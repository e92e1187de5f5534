import { readList } from './values.ts'

/** Fields by their names; null: the field with all its contents. */
type FieldTree = Map<string, FieldTree | null>

/** Deeper than any response. */
const maxDepth = 8

/** Parses `id,images.original.url` as a tree; null without names, which means all fields. */
export function parseFields(fields = ''): FieldTree | null {
  const root: FieldTree = new Map()
  for (const path of readList(fields)) {
    let tree = root
    const names = path.split('.').slice(0, maxDepth)
    for (const [index, name] of names.entries()) {
      const known = tree.get(name)
      if (known === null) break
      if (index === names.length - 1) tree.set(name, null)
      else {
        const inner = known ?? new Map<string, FieldTree | null>()
        tree.set(name, inner)
        tree = inner
      }
    }
  }
  return root.size === 0 ? null : root
}

/** A response whose items have only the named fields; everything around the items stays. */
export function keepFields(answer: string, fields: FieldTree): string {
  const { data, ...rest } = JSON.parse(answer) as { data: unknown }
  return JSON.stringify({
    data: Array.isArray(data) ? data.map((item) => keep(item, fields)) : keep(data, fields),
    ...rest,
  })
}

function keep(value: unknown, fields: FieldTree): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const wanted = fields.get(name)
      if (wanted === undefined) return []
      return [[name, wanted === null ? inner : keep(inner, wanted)]]
    }),
  )
}
