import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  copyWith,
  lengthWith,
  maxParts,
  type PackedRecord,
  packRecord,
} from '#src/http/records/record-pieces.ts'
import { RecordStore } from '#src/http/records/record-store.ts'
import { randomRuns } from '../../support/full-run.ts'

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

/** Bytes without parts. */
function packed(bytes: Buffer): PackedRecord {
  return { ...packRecord({ head: '' }), bytes, length: bytes.length }
}

describe('the memory of records', () => {
  test('returns the last value stored for an id, or nothing, and stays within its bound', () => {
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
              store.set(at, packed(bytes))
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
      randomRuns(60),
    )
  })

  test('finds a part of repeated scans over more records than it holds', () => {
    // Park and Miller's generator: the same segments are evicted in every run.
    let state = 1
    const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    const store = new RecordStore(8 * megabyte, chance)
    const bytes = Buffer.alloc(600, 'x')
    const record = packed(bytes)
    const count = Math.ceil((10 * megabyte) / bytes.length)
    let hits = 0
    for (let round = 0; round < 4; round++) {
      for (let id = 0; id < count; id++) {
        if (store.placeOf(id) >= 0) hits++
        else store.set(id, record)
      }
    }
    assert.ok(hits > 0.2 * 3 * count, `${hits} hits of ${3 * count}`)
  })

  test('stores nothing without a memory budget, and nothing after it was cleared', () => {
    const without = new RecordStore(0)
    without.set(1, packRecord({ head: 'x' }))
    assert.equal(without.placeOf(1), -1)
    const store = new RecordStore(2 * megabyte)
    store.set(1, packRecord({ head: 'x' }))
    store.clear()
    assert.deepEqual([store.placeOf(1), store.size, store.bytes], [-1, 0, 0])
    store.set(1, packRecord({ head: 'y' }))
    assert.equal(read(store, 1)?.toString(), 'y')
    store.set(2, packRecord({ head: 'ä€' }))
    assert.equal(store.textAt(store.placeOf(2)), 'ä€')
  })

  test('returns any selection of the stored parts of a record, whatever is stored around it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 })
    const record = fc.record({ head: text, parts: fc.array(text, { maxLength: 12 }), tail: text })
    const selection = fc.option(fc.array(fc.nat(14), { maxLength: 6 }), { nil: undefined })
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 20 }), selection, (records, selected) => {
        const store = new RecordStore(2 * megabyte)
        for (const [id, pieces] of records.entries()) store.set(id, packRecord(pieces))
        for (const [id, pieces] of records.entries()) {
          const { head, parts, tail } = pieces
          const taken =
            selected === undefined || parts.length === 0 ? parts : selected.map((part) => parts[part] ?? '')
          const expected = head + taken.filter((part) => part !== '').join(',') + tail
          const place = store.placeOf(id)
          for (const found of place < 0
            ? [packRecord(pieces)]
            : [packRecord(pieces), store.recordAt(place)]) {
            const target = Buffer.alloc(lengthWith(found, selected))
            assert.equal(copyWith(found, selected, target, 0), target.length)
            assert.equal(target.toString(), expected)
          }
          assert.ok(place >= 0 || head + parts.join('') + tail === '')
        }
      }),
      randomRuns(200),
    )
    assert.throws(
      () => packRecord({ head: '', parts: Array.from({ length: maxParts + 1 }, () => '') }),
      RangeError,
    )
  })
})
