import assert from 'node:assert/strict'
import { test } from 'node:test'
import { History } from '#src/site/maker/client/layers/history.ts'

test('consecutive changes of one kind are one step, and a new change discards the redo steps', () => {
  const history = new History<number>()
  assert.equal(history.undo(0), null)
  history.record(0, 'move')
  history.record(1, 'move')
  history.record(2, 'text')
  assert.equal(history.undo(3), 2)
  assert.equal(history.undo(2), 0)
  assert.deepEqual([history.canUndo, history.canRedo], [false, true])
  assert.equal(history.redo(0), 2)
  history.record(2, 'move')
  assert.equal(history.redo(9), null)
  history.separate()
  history.record(4, 'move')
  assert.equal(history.undo(5), 4)
  assert.equal(history.undo(4), 2)
})

test('a hundred steps can be undone', () => {
  const history = new History<number>()
  for (let state = 0; state < 150; state++) history.record(state)
  let [steps, state] = [0, 150]
  for (let before = history.undo(state); before !== null; before = history.undo(state)) {
    state = before
    steps += 1
  }
  assert.deepEqual([steps, state], [100, 50])
})
