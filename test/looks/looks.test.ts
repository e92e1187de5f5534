import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BucketLists } from '#src/looks/bucket-lists.ts'
import { hashedSide, hashWords, writeDctHash } from '#src/looks/dct-hash.ts'
import { lookBytes, lookVersion, packLook, readLook, type Look } from '#src/looks/look.ts'
import { LookIndex } from '#src/looks/look-index.ts'
import { compareLooks } from '../support/compare-looks.ts'
import { drawScene, lookOf, randomNumbers, type Scene, variants } from '../support/media/drawn-scenes.ts'

/** A look to which no other is similar. */
const noLook: Look = new Uint32Array(8)

const lookIn = (scene: Scene) => lookOf(scene) ?? noLook

const scenes = Array.from({ length: 24 }, (_, seed) => drawScene(seed))

describe('a look', () => {
  test('is similar for the same GIF in other sizes, times, colors and noise, and different for other GIFs', () => {
    const looks = scenes.map(lookIn)
    for (const [name, vary] of Object.entries(variants)) {
      const found = scenes.filter(
        (scene, seed) => compareLooks(lookIn(vary(scene)), looks[seed] ?? noLook) !== null,
      )
      assert.ok(found.length >= 0.95 * scenes.length, `${name}: ${found.length} of ${scenes.length}`)
    }
    const wrong = looks.flatMap((look, at) =>
      looks.slice(at + 1).filter((other) => compareLooks(look, other) !== null),
    )
    assert.equal(wrong.length, 0)
  })

  test('has a bit for each of 64 frequencies, and about half of them are set', () => {
    const random = randomNumbers(1)
    const words = new Uint32Array(hashWords)
    writeDctHash(
      Float64Array.from({ length: hashedSide ** 2 }, () => 255 * random()),
      words,
      0,
    )
    const bits = [...words].map((word) => word.toString(2).replaceAll('0', '').length)
    for (const count of bits) assert.ok(count >= 8 && count <= 24, bits.join(' and '))
  })

  test('is missing for a GIF that shows nothing, or hardly anything', () => {
    const blank = { ...drawScene(0), paint: () => 120 }
    const noisy = {
      ...blank,
      paint: (x: number, y: number, t: number) => 120 + ((x * 7 + y * 13 + t * 5) % 3),
    }
    for (const scene of [blank, noisy]) assert.equal(lookOf(scene), null)
  })

  test('ignores quarters that are empty in both GIFs', () => {
    const fading = (seed: number) => {
      const scene = drawScene(seed)
      return { ...scene, paint: (x: number, y: number, t: number) => (t < 0.5 ? 0 : scene.paint(x, y, t)) }
    }
    const look = lookIn(fading(1))
    const smaller = lookIn({ ...fading(1), width: 50, height: 30 })
    assert.notEqual(compareLooks(look, smaller), null)
    assert.equal(compareLooks(look, lookIn(fading(2))), null)
    assert.equal(compareLooks(look, lookIn(drawScene(1))), null)
  })

  test('is stored in 33 bytes, the first of which is its version', () => {
    const look = lookIn(drawScene(3))
    const packed = packLook(look)
    assert.equal(packed.length, lookBytes)
    assert.deepEqual(readLook(packed), look)
    assert.equal(readLook(Uint8Array.of(lookVersion)), null)
    assert.equal(readLook(packed.with(0, lookVersion + 1)), null)
    assert.equal(readLook(packed.subarray(1)), null)
  })
})

describe('the index of looks', () => {
  const numbers = randomNumbers(7)
  const randomLook = () => Uint32Array.from({ length: 8 }, () => Math.floor(numbers() * 2 ** 32))
  const flip = (look: Look, bits: number) => {
    const flipped = look.slice()
    const places = new Set<number>()
    while (places.size < bits) places.add(Math.floor(numbers() * 256))
    for (const place of places) flipped[place >> 5] = (flipped[place >> 5] ?? 0) ^ (1 << (place & 31))
    return flipped
  }

  test('finds every look within 31 bits and none beyond, like a full comparison', () => {
    const index = new LookIndex()
    const looks = new Map<number, Look>()
    const put = (id: number, look: Look) => {
      index.set(id, look)
      looks.set(id, look)
    }
    for (let id = 1; id <= 3000; id++) put(id, randomLook())
    for (let id = 1; id <= 200; id++) put(4000 + id, flip(looks.get(id) ?? randomLook(), id % 45))
    for (let id = 1; id <= 100; id++) put(id, randomLook())
    for (let id = 101; id <= 130; id++) {
      index.delete(id)
      looks.delete(id)
    }
    index.delete(9999)
    assert.equal(index.size, looks.size)
    for (const look of [...looks.values()].slice(0, 300)) {
      const expected = [...looks].flatMap(([id, other]) => {
        const distance = compareLooks(look, other)
        return distance === null ? [] : [{ id, distance }]
      })
      expected.sort((one, other) => one.distance - other.distance || one.id - other.id)
      assert.deepEqual(index.near(look, 10), expected.slice(0, 10))
    }
  })

  test('keeps many lists of numbers in one block of memory', () => {
    const lists = new BucketLists(50, 0)
    const expected = Array.from({ length: 50 }, () => new Set<number>())
    for (let number = 0; number < 5000; number++) {
      const list = Math.floor(numbers() * numbers() * 50)
      const own = expected[list] ?? new Set()
      const [first] = own
      if (first !== undefined && numbers() < 0.45) {
        lists.remove(list, first)
        own.delete(first)
      } else {
        lists.add(list, number)
        own.add(number)
      }
    }
    for (const [list, own] of expected.entries()) {
      const start = lists.start(list)
      assert.deepEqual(new Set(lists.memory.slice(start, start + lists.count(list))), own)
    }
    assert.throws(() => lists.remove(0, -1), /no such number/)
  })
})
