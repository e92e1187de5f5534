import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { type ArchivePart, archiveOf } from '#src/library/export/archive.ts'
import { readZip } from '../../support/media/zip.ts'

const partBytes = 2_000_000

/** Parts of noise, and the open ones among them. */
function partsOf(count: number, open = (bytes: number) => Readable.from(pieces(bytes))) {
  const opened: Readable[] = []
  let mostOpen = 0
  async function* parts(): AsyncGenerator<ArchivePart> {
    for (let number = 0; number < count; number++) {
      yield {
        name: `${number}.bin`,
        modifiedAt: Date.UTC(2026, 0, 1),
        bytes: partBytes,
        async open() {
          opened.push(open(partBytes))
          mostOpen = Math.max(mostOpen, opened.filter(({ closed }) => !closed).length)
          return opened.at(-1) ?? Readable.from([])
        },
      }
    }
  }
  return { parts: parts(), opened, mostOpen: () => mostOpen }
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes; at += 50_000) yield Buffer.alloc(50_000, at % 251)
}

test('an archive holds its parts whole, and never has more than one open', async () => {
  const { parts, opened, mostOpen } = partsOf(5)
  const files = readZip(await buffer(archiveOf(parts)))
  assert.deepEqual([...files.keys()], ['0.bin', '1.bin', '2.bin', '3.bin', '4.bin'])
  for (const file of files.values()) assert.deepEqual(file, Buffer.concat([...pieces(partBytes)]))
  assert.deepEqual([opened.length, mostOpen()], [5, 1])
})

test('an archive that is no longer read waits, and closes its open part when it is abandoned', async () => {
  const { parts, opened } = partsOf(5)
  const archive = archiveOf(parts)
  await once(archive, 'readable')
  assert.equal(opened.length, 1)
  archive.destroy()
  await once(opened[0] ?? archive, 'close')
  assert.equal(opened.length, 1)
})

test('an archive with a broken part is never mistaken for a complete one', async () => {
  const breaking = () =>
    new Readable({
      read() {
        this.destroy(new Error('the disk is gone'))
      },
    })
  await assert.rejects(buffer(archiveOf(partsOf(2, breaking).parts)), /the disk is gone/)
})
