/**
 * Reads one thing by its key so that all that are asked for in one turn of the event loop share a statement: a trip to
 * the server of a database costs several times what reading a row does. Rejects all of them together.
 */
export function readTogether<Key, Row>(
  readAll: (keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): (key: Key) => Promise<Row | undefined> {
  let asked: { keys: Set<Key>; rows: Promise<Map<Key, Row>> } | undefined
  const begin = () => {
    const keys = new Set<Key>()
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const rows = turn.then(async () => {
      // Who asks from now on may expect what is written from now on.
      asked = undefined
      const all = await readAll([...keys])
      return new Map(all.map((row) => [keyOf(row), row]))
    })
    return { keys, rows }
  }
  return async (key) => {
    asked ??= begin()
    asked.keys.add(key)
    return (await asked.rows).get(key)
  }
}
