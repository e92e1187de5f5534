import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { RecordStore } from '#src/http/records/record-store.ts'

const megabyte = 2 ** 20

function read(store: RecordStore, id: number): Buffer | undefined {
  const place = store.placeOf(id)
  if (place < 0) return undefined
  const length = store.lengthAt(place)
  const target = Buffer.alloc(length + 2, '-')
  assert.equal(store.copy(place, target, 1), length + 1)
  assert.equal(target[0], 0x2d)
  assert.equal(target.at(-1), 0x2d)
  return target.subarray(1, -1)
}

describe('the memory of records', () => {
  test('gives what was last kept for an id, or nothing, and stays within its bound', () => {
    const id = fc.nat(30)
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ id, length: fc.nat(300_000) }) },
      { weight: 2, arbitrary: fc.record({ id, length: fc.constant(-1) }) },
      { weight: 1, arbitrary: fc.record({ id, length: fc.constantFrom(megabyte - 8, megabyte - 7) }) },
    )
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999 })),
        (steps, chances) => {
          const store = new RecordStore(4 * megabyte, () => chances.next().value ?? 0)
          const kept = new Map<number, Buffer>()
          for (const [index, { id: at, length }] of steps.entries()) {
            if (length < 0) {
              store.delete(at)
              kept.delete(at)
            } else {
              const bytes = Buffer.alloc(length, `${index} ${at} `)
              store.set(at, bytes)
              kept.set(at, bytes)
              assert.equal(read(store, at)?.length, length > megabyte - 8 ? undefined : length)
            }
            assert.ok(store.bytes <= 4 * megabyte)
            for (let every = 0; every <= 30; every++) {
              const found = read(store, every)
              if (found !== undefined) assert.ok(kept.get(every)?.equals(found))
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('finds a part of a scan over more records than it holds, again and again', () => {
    const store = new RecordStore(8 * megabyte)
    const bytes = Buffer.alloc(600, 'x')
    const count = Math.ceil((10 * megabyte) / bytes.length)
    let hits = 0
    for (let round = 0; round < 4; round++) {
      for (let id = 0; id < count; id++) {
        if (store.placeOf(id) >= 0) hits++
        else store.set(id, bytes)
      }
    }
    assert.ok(hits > 0.2 * 3 * count, `${hits} hits of ${3 * count}`)
  })

  test('keeps nothing where it may take no memory, and nothing after it was cleared', () => {
    const without = new RecordStore(0)
    without.set(1, Buffer.from('x'))
    assert.equal(without.placeOf(1), -1)
    const store = new RecordStore(2 * megabyte)
    store.set(1, Buffer.from('x'))
    store.clear()
    assert.deepEqual([store.placeOf(1), store.size, store.bytes], [-1, 0, 0])
    store.set(1, Buffer.from('y'))
    assert.equal(read(store, 1)?.toString(), 'y')
    store.set(2, Buffer.from('ä€'))
    assert.equal(store.textAt(store.placeOf(2)), 'ä€')
  })
})
