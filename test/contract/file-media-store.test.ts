import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FileMediaStore } from '../../src/adapters/media-store/files/file-media-store.ts'
import { describeMediaStore } from './media-store.ts'
import { storeKey } from '#src/media/media-store.ts'

const makePipe = 'mkfifo'

async function openStore(root?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-store-'))
  const workspace = join(folder, 'workspace')
  await mkdir(workspace)
  const files = root === undefined ? join(folder, 'files') : await mkdtemp(root)
  return {
    store: new FileMediaStore(files),
    files,
    workspace,
    close: async () => {
      await rm(folder, { recursive: true })
      await rm(files, { recursive: true, force: true })
    },
  }
}

describeMediaStore('a file store on the same device', () => openStore())

const otherDevice = '/dev/shm'
const [here, there] = await Promise.all([stat(tmpdir()), stat(otherDevice).catch(() => null)])
if (there !== null && here.dev !== there.dev) {
  describeMediaStore('a file store on another device than the workspace', () =>
    openStore(join(otherDevice, 'gifwright-')),
  )
}

test('the file store leaves nothing but the files that were put', async (t) => {
  const { store, files, workspace, close } = await openStore()
  t.after(close)
  await writeFile(join(workspace, 'a'), 'bytes')
  await store.put(storeKey('gifs/a/gif.gif'), join(workspace, 'a'))
  assert.deepEqual(await readdir(files, { recursive: true }), ['gifs', 'gifs/a', 'gifs/a/gif.gif'])
})

test('the file store takes, knows and gives out plain files only: no link, no pipe, no folder', async (t) => {
  const { store, files, workspace, close } = await openStore()
  t.after(close)
  const secret = join(workspace, 'secret')
  await writeFile(secret, 'not for strangers')
  await symlink(secret, join(workspace, 'link'))
  execFileSync(makePipe, [join(workspace, 'pipe')])
  for (const name of ['link', 'pipe', '.'])
    await assert.rejects(store.put(storeKey('gifs/a/gif.gif'), join(workspace, name)), /only a plain file/)

  await mkdir(join(files, 'gifs/a/folder'), { recursive: true })
  await rename(join(workspace, 'link'), join(files, 'gifs/a/link'))
  await rename(join(workspace, 'pipe'), join(files, 'gifs/a/pipe'))
  for (const name of ['link', 'pipe', 'folder']) {
    assert.equal(await store.stat(`gifs/a/${name}`), undefined, name)
    await assert.rejects(store.read(`gifs/a/${name}`), { code: 'not_found' }, name)
    await assert.rejects(store.fetch(`gifs/a/${name}`, join(workspace, 'copy')), { code: 'not_found' }, name)
  }
})
