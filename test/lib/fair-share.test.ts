import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fairShare } from '#src/lib/fair-share.ts'

suite('fair share', () => {
  test('is a quarter of the space that the others leave free', () => {
    assert.equal(fairShare({ max: 64, taken: 0, own: 0, atMost: 100, atLeast: 1 }), 16)
    assert.equal(fairShare({ max: 64, taken: 40, own: 8, atMost: 100, atLeast: 1 }), 8)
    assert.equal(fairShare({ max: 64, taken: 57, own: 0, atMost: 100, atLeast: 1 }), 1)
  })

  test("does not shrink by the client's own use", () => {
    for (const own of [0, 1, 16]) {
      assert.equal(fairShare({ max: 64, taken: own, own, atMost: 100, atLeast: 1 }), 16)
    }
  })

  test('is never less than the minimum, nor more than the limit of one client', () => {
    assert.equal(fairShare({ max: 64, taken: 64, own: 0, atMost: 100, atLeast: 8 }), 8)
    assert.equal(fairShare({ max: 4000, taken: 0, own: 0, atMost: 200, atLeast: 8 }), 200)
    assert.equal(fairShare({ max: 4000, taken: 0, own: 0, atMost: 2, atLeast: 8 }), 2)
  })

  test('is unbounded if a client has no limit', () => {
    assert.equal(fairShare({ max: 64, taken: 64, own: 9, atMost: Infinity, atLeast: 1 }), Infinity)
  })

  test('leaves places for others however much a few clients take', () => {
    const held = [0, 0, 0, 0]
    const sum = () => held.reduce((total, count) => total + count, 0)
    for (let turn = 0; turn < 400; turn++) {
      const client = turn % held.length
      const own = held[client] ?? 0
      if (own < fairShare({ max: 64, taken: sum(), own, atMost: 16, atLeast: 1 })) held[client] = own + 1
    }
    assert.ok(sum() <= 40, `four clients hold ${sum()} of 64`)
  })
})
