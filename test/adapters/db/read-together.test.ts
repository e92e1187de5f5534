import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTogether } from '#src/adapters/db/shared/catalogue/record-source.ts'

function openReads() {
  const statements: string[][] = []
  let fault: Error | undefined
  const read = readTogether(
    async (keys: readonly string[]) => {
      statements.push([...keys])
      if (fault !== undefined) throw fault
      return keys.filter((key) => key !== 'none').map((key) => ({ key, value: key.toUpperCase() }))
    },
    ({ key }) => key,
  )
  return { read, statements, failWith: (error: Error | undefined) => void (fault = error) }
}

test('reads of one turn share one statement, and each caller gets its own result', async () => {
  const { read, statements } = openReads()
  const rows = await Promise.all(['b', 'a', 'none', 'b'].map(read))
  assert.deepEqual(
    rows.map((row) => row?.value),
    ['B', 'A', undefined, 'B'],
  )
  assert.deepEqual(statements, [['b', 'a', 'none']])
})

test('a read requested after a statement has begun uses the next one', async () => {
  const { read, statements } = openReads()
  const first = read('a')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await read('a'))?.value, 'A')
  await first
  assert.deepEqual(statements, [['a'], ['a']])
})

test('a statement that fails fails all its callers, and the next one is independent', async () => {
  const { read, failWith } = openReads()
  failWith(new Error('no server'))
  for (const result of await Promise.allSettled([read('a'), read('b')]))
    assert.equal(result.status, 'rejected')
  failWith(undefined)
  assert.equal((await read('a'))?.value, 'A')
})
