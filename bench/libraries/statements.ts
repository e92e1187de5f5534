/** Finds a prepared statement among 60: the work of the statement cache of adapters/db for each query. */
import { compare } from './compare.ts'

const queries = Array.from(
  { length: 60 },
  (_, index) => `select * from gif where id = ? and column_${index} = ?`,
)
const rounds = 100_000

function finding(find: (sql: string) => unknown) {
  return {
    operations: rounds * queries.length,
    run: async () => {
      for (let round = 0; round < rounds; round++) for (const sql of queries) find(sql)
    },
  }
}

await compare(import.meta.filename, 'a query', {
  'a Map, moved to its end': async () => {
    const kept = new Map<string, object>()
    return finding((sql) => {
      const statement = kept.get(sql) ?? {}
      kept.delete(sql)
      kept.set(sql, statement)
      return statement
    })
  },
  'lru-cache': async (load) => {
    const { LRUCache } = await load('lru-cache')
    const kept = new LRUCache({ max: 256 })
    return finding((sql) => {
      const known: unknown = kept.get(sql)
      if (known !== undefined) return known
      kept.set(sql, {})
      return undefined
    })
  },
})
