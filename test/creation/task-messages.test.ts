import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocalMessages } from '#src/cluster/messages.ts'
import { TaskMessages, type TaskNotice } from '#src/creation/task-messages.ts'
import { until } from '../support/until.ts'

/** Two processes of an instance, and the messages between them. */
function twoProcesses() {
  const messages = new LocalMessages()
  const gaps: (() => void)[] = []
  const sent: string[] = []
  messages.subscribe('tasks', () => sent.push('tasks'))
  const shared = {
    publish: messages.publish.bind(messages),
    subscribe: messages.subscribe.bind(messages),
    close: async () => undefined,
    onGap: (listener: () => void) => {
      gaps.push(listener)
      return () => void gaps.splice(gaps.indexOf(listener), 1)
    },
  }
  const make = () => new TaskMessages(shared, { reachAll: true })
  const loseMessages = () => {
    for (const listener of gaps) listener()
  }
  return { one: make(), other: make(), messages, sent, gaps, loseMessages }
}

test('a task event reaches the same process immediately, and others by a message, each time once', async () => {
  const { one, other } = twoProcesses()
  const heard: [string, TaskNotice | null][] = []
  one.onTask((notice) => heard.push(['one', notice && { id: notice.id, event: notice.event }]))
  other.onTask((notice) => heard.push(['other', notice && { id: notice.id, event: notice.event }]))
  one.tell('task', 'moved')
  assert.deepEqual(heard, [['one', { id: 'task', event: 'moved' }]])
  one.tell('task', 'cancelled')
  await until('both messages have arrived', () => heard.length >= 4)
  assert.deepEqual(heard.slice(1), [
    ['one', { id: 'task', event: 'cancelled' }],
    ['other', { id: 'task', event: 'moved' }],
    ['other', { id: 'task', event: 'cancelled' }],
  ])
})

test('added work wakes this process each time, and others by few messages, the last of which is never left out', async () => {
  const { one, other, sent } = twoProcesses()
  const woken = { one: 0, other: 0 }
  one.onAdded(() => woken.one++)
  other.onAdded(() => woken.other++)
  for (let count = 0; count < 50; count++) one.added()
  assert.equal(woken.one, 50)
  await until('others receive the first', () => woken.other === 1)
  await until('others receive the last', () => woken.other === 2)
  one.added()
  await until('others receive the next', () => woken.other === 3)
  assert.deepEqual(sent, ['tasks', 'tasks', 'tasks'])
  assert.equal(woken.one, 51)
})

test('listeners learn when messages may have been missed, until they unsubscribe', () => {
  const { one, gaps, loseMessages } = twoProcesses()
  let woken = 0
  const heard: (TaskNotice | null)[] = []
  const ends = [one.onAdded(() => woken++), one.onTask((notice) => heard.push(notice))]
  loseMessages()
  assert.equal(woken, 1)
  assert.deepEqual(heard, [null])
  for (const end of ends) end()
  assert.equal(gaps.length, 0)
  one.added()
  one.tell('task', 'ended')
  assert.equal(woken, 1)
  assert.equal(heard.length, 1)
})

test('messages that another version of the program sends are ignored', async () => {
  const { one, other, messages } = twoProcesses()
  const heard: (TaskNotice | null)[] = []
  one.onTask((notice) => heard.push(notice))
  for (const payload of ['', 'null', '7', '{}', '{"id":1,"event":"moved","sender":"x"}'])
    messages.publish('task', payload)
  messages.publish('task', '{"id":"task","event":"paused","sender":"x"}')
  other.tell('task', 'ended')
  await until('the known one is received', () => heard.length > 0)
  assert.deepEqual(
    heard.map((notice) => notice?.event),
    ['ended'],
  )
})
