import { stat } from 'node:fs/promises'
import { basename, extname, resolve } from 'node:path'
import { readHead } from '../lib/disk/files.ts'
import { sniffBytes, sniffPicture, sniffVideo } from '../media/file-type.ts'
import type { ImportSource } from './import-item.ts'
import { detailsOfPath, type FolderRule } from './path-details.ts'
import { isAddress, openAddressList } from './sources/address-list.ts'
import { openFolder } from './sources/folder.ts'
import { openJsonLines } from './sources/json-lines.ts'

/** What a command line names as a source. */
export type SourceTarget =
  | { kind: 'address'; url: string }
  | { kind: 'folder'; path: string }
  /** `head`: its first bytes. */
  | { kind: 'file'; path: string; head: Uint8Array }

export type SourceOptions = { folders: FolderRule }

/** A kind of source: what it is recognized by, and what reads it. */
export type SourceKind = {
  name: string
  /** For the help of the command. */
  about: string
  recognizes: (target: SourceTarget) => boolean | Promise<boolean>
  open: (target: SourceTarget, options: SourceOptions) => Promise<ImportSource>
}

/** All kinds. The first that recognizes a source reads it, so that the most special come first. */
export const sourceKinds: readonly SourceKind[] = [
  {
    name: 'json-lines',
    about: 'a file of JSON lines (.jsonl, .ndjson)',
    recognizes: (target) => isNamed(target, ['.jsonl', '.ndjson']),
    open: (target) => openJsonLines(pathOf(target)),
  },
  {
    name: 'addresses',
    about: 'a text file with an address in each line',
    recognizes: (target) => target.kind === 'file' && isAddress(firstLine(target.head)),
    open: (target) => openAddressList(pathOf(target)),
  },
  {
    name: 'folder',
    about: 'a folder',
    recognizes: ({ kind }) => kind === 'folder',
    open: (target, { folders }) => openFolder(pathOf(target), folders),
  },
  {
    name: 'file',
    about: 'a GIF, animated WebP, APNG, MP4 or WebM file',
    recognizes: (target) =>
      target.kind === 'file' && (sniffVideo(target.head) !== null || sniffPicture(target.head) !== null),
    open: (target) => Promise.resolve(singleFile(pathOf(target))),
  },
  {
    name: 'address',
    about: 'the address of one GIF',
    recognizes: ({ kind }) => kind === 'address',
    open: (target) => Promise.resolve(singleAddress(target.kind === 'address' ? target.url : '')),
  },
]

/** Opens what a command line names, by the first kind that recognizes it. Throws a sentence. */
export async function openImportSource(
  text: string,
  options: SourceOptions,
  kinds: readonly SourceKind[] = sourceKinds,
): Promise<ImportSource> {
  const target = await readTarget(text)
  for (const kind of kinds) if (await kind.recognizes(target)) return kind.open(target, options)
  const known = kinds.map(({ about }) => about).join('; ')
  throw new Error(`${text} is none of the sources that can be imported: ${known}.`)
}

async function readTarget(text: string): Promise<SourceTarget> {
  if (isAddress(text)) return { kind: 'address', url: text }
  const path = resolve(text)
  try {
    if ((await stat(path)).isDirectory()) return { kind: 'folder', path }
    return { kind: 'file', path, head: await readHead(path, sniffBytes) }
  } catch (cause) {
    throw new Error(`${text} cannot be read: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

function pathOf(target: SourceTarget): string {
  if (target.kind === 'address') throw new Error(`${target.url} is not a file.`)
  return target.path
}

function isNamed(target: SourceTarget, extensions: string[]): boolean {
  return target.kind === 'file' && extensions.includes(extname(target.path).toLowerCase())
}

/** The first line that is not empty and no comment. */
function firstLine(head: Uint8Array): string {
  const lines = new TextDecoder().decode(head).split('\n')
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#'))
  return first ?? ''
}

function singleFile(path: string): ImportSource {
  const name = basename(path)
  return {
    name: path,
    count: 1,
    async *items() {
      yield { name, from: { kind: 'file', path }, details: detailsOfPath(name, 'none') }
    },
    close: () => Promise.resolve(),
  }
}

function singleAddress(url: string): ImportSource {
  return {
    name: url,
    count: 1,
    async *items() {
      yield { name: url, from: { kind: 'url', url }, details: {} }
    },
    close: () => Promise.resolve(),
  }
}
