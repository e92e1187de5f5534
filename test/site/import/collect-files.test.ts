import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chosenFiles, droppedFiles } from '#src/site/import/client/collect-files.ts'

const inFolders = [
  'pets/frog.gif',
  'pets/.DS_Store',
  'pets/Thumbs.db',
  '.cache/old.gif',
  '__MACOSX/pets/frog.gif',
]

test('all files of a chosen folder are sent except hidden and system files', () => {
  const files = inFolders.map((path) =>
    Object.assign(new File(['GIF89a'], path.split('/').at(-1) ?? ''), { webkitRelativePath: path }),
  )
  const chosen = chosenFiles({ files })
  assert.deepEqual(
    chosen.map(({ path }) => path),
    ['pets/frog.gif'],
  )
})

type Tree = { [name: string]: Tree | null }

/** An entry of the browser's file system; null is a file. Two of a folder are read at a time. */
function entryOf(name: string, inside: Tree | null) {
  const entries = Object.entries(inside ?? {}).map(([one, of]) => entryOf(one, of))
  return {
    name,
    isFile: inside === null,
    isDirectory: inside !== null,
    file: (resolve: (file: File) => void) => resolve(new File(['GIF89a'], name)),
    createReader: () => ({
      readEntries: (resolve: (some: object[]) => void) => resolve(entries.splice(0, 2)),
    }),
  }
}

test('the same files are sent from a drop, at any depth, and no more than fit', async () => {
  const tree = {
    pets: {
      'frog.gif': null,
      '.DS_Store': null,
      'Thumbs.db': null,
      deep: { 'toad.gif': null, 'newt.gif': null },
    },
    '.cache': { 'old.gif': null },
    'cat.gif': null,
  }
  const dropped = async (max: number) => {
    const items = Object.entries(tree).map(([name, inside]) => ({
      webkitGetAsEntry: () => entryOf(name, inside),
    }))
    const found = await droppedFiles({ items, files: [] }, max)
    return found.map(({ path }) => path)
  }
  assert.deepEqual(await dropped(10), [
    'pets/frog.gif',
    'pets/deep/toad.gif',
    'pets/deep/newt.gif',
    'cat.gif',
  ])
  assert.deepEqual(await dropped(2), ['pets/frog.gif', 'pets/deep/toad.gif'])
})
