import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LocalElections } from '#src/cluster/elections.ts'
import { type ClusterObserver, observedElections } from '#src/cluster/observed-cluster.ts'

test('work on thousands of GIFs is counted as one kind of work', async () => {
  const seen: string[] = []
  const observer = {
    elected(name: string) {
      seen.push(`elected ${name}`)
      return { end: () => seen.push(`end ${name}`) }
    },
    notElected: (name: string) => seen.push(`not elected ${name}`),
  } as unknown as ClusterObserver
  const elections = observedElections(new LocalElections(), observer)
  assert.equal(await elections.runAlone('media move:17', async () => 'done'), 'done')
  const taken = observedElections({ runAlone: async () => undefined }, observer)
  await taken.runAlone('media move:18', async () => 'done')
  assert.deepEqual(seen, ['elected media move', 'end media move', 'not elected media move'])
})
