import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { shareAllGifs } from '../../src/adapters/media-store/files/group-access.ts'
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

test('the file store leaves only the files that were put', async (t) => {
  const { store, files, workspace, close } = await openStore()
  t.after(close)
  await writeFile(join(workspace, 'a'), 'bytes')
  await store.put(storeKey('gifs/a/gif.gif'), join(workspace, 'a'))
  assert.deepEqual(await readdir(files, { recursive: true }), ['gifs', 'gifs/a', 'gifs/a/gif.gif'])
})

test('the file store accepts, lists and serves plain files only: no link, no pipe, no folder', async (t) => {
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

test('if the group may pass through its folder, the file store shares exactly the files of GIFs with it', async (t) => {
  const { store, files, workspace, close } = await openStore()
  t.after(close)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  const put = async (key: string, from?: string) => {
    const local = join(workspace, 'local')
    if (from === undefined) await writeFile(local, key, { mode: 0o600 })
    else await store.fetch(storeKey(from), local)
    await store.put(storeKey(key), local)
    return modeOf(join(files, key))
  }
  await mkdir(files, { mode: 0o700 })
  assert.equal(await put('gifs/before/gif.gif'), '600')
  await chmod(files, 0o710)
  assert.equal(await put('gifs/open/gif.gif'), '640')
  assert.equal(await put('incoming/task/0'), '600')
  // A file keeps its mode under each of its names.
  assert.equal(await put('incoming/library/0', 'gifs/open/gif.gif'), '600')
  assert.equal(await put('gifs/kept/gif.gif', 'incoming/task/0'), '640')
  assert.deepEqual(
    await Promise.all(['gifs/open/gif.gif', 'incoming/task/0'].map((key) => modeOf(join(files, key)))),
    ['640', '600'],
  )
  assert.equal(await modeOf(join(files, 'gifs/open')), '710')
  // Files of an earlier version are shared when a request looks at them.
  await store.stat(storeKey('gifs/before/gif.gif'))
  assert.deepEqual(
    await Promise.all(['gifs', 'gifs/before', 'gifs/before/gif.gif'].map((key) => modeOf(join(files, key)))),
    ['710', '710', '640'],
  )
  // A closed folder that gets a file is no longer marked as shared, so that the next start finds it.
  await chmod(files, 0o700)
  assert.equal(await put('gifs/open/gif.mp4'), '600')
  assert.equal(await modeOf(join(files, 'gifs/open')), '700')
})

test('all GIFs of a folder are shared with its group, and shared ones are not examined again', async (t) => {
  const { files, close } = await openStore()
  t.after(close)
  for (const name of ['a', 'b', 'c']) {
    await mkdir(join(files, 'gifs', name), { recursive: true, mode: 0o700 })
    await writeFile(join(files, 'gifs', name, 'gif.gif'), name, { mode: 0o600 })
  }
  await mkdir(join(files, 'incoming/task'), { recursive: true, mode: 0o700 })
  const { signal } = new AbortController()
  assert.deepEqual(await shareAllGifs(files, signal), { shared: 3, failed: 0, firstFailure: null })
  assert.deepEqual(await shareAllGifs(files, signal), { shared: 0, failed: 0, firstFailure: null })
  assert.equal((await stat(join(files, 'gifs/b/gif.gif'))).mode & 0o777, 0o640)
  assert.equal((await stat(join(files, 'incoming/task'))).mode & 0o777, 0o700)
})
