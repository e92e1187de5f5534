/** A file to send; `path` is its name including its folders. */
export type ChosenFile = { file: File; path: string }

/** The parts of HTMLInputElement, DataTransfer and FileSystemEntry needed here. */
type FileInput = { readonly files: Iterable<File & { webkitRelativePath: string }> | null }
type Dropped = {
  readonly items: Iterable<{ webkitGetAsEntry(): Entry | null }>
  readonly files: Iterable<File>
}
type Entry = { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean }
type FileEntry = Entry & { file(resolve: (file: File) => void, reject: (error: Error) => void): void }
type FolderEntry = Entry & {
  createReader(): { readEntries(resolve: (some: Entry[]) => void, reject: (error: Error) => void): void }
}

/** Files that operating systems leave in folders; the service skips them, too. */
const ignored = new Set(['thumbs.db', 'desktop.ini', '__macosx'])

const isIgnored = (name: string) => name.startsWith('.') || ignored.has(name.toLowerCase())

/** The files of an input for files or folders. */
export function chosenFiles(input: FileInput): ChosenFile[] {
  return [...(input.files ?? [])]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !path.split('/').some(isIgnored))
}

/** The dropped files, including those in dropped folders, up to `max`. */
export async function droppedFiles(data: Dropped, max: number): Promise<ChosenFile[]> {
  // Must be read synchronously: the list is empty after the event.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return [...data.files].map((file) => ({ file, path: file.name }))
  const found: ChosenFile[] = []
  for (const entry of entries) await collect(entry, '', found, max)
  return found
}

async function collect(entry: Entry, folder: string, found: ChosenFile[], max: number): Promise<void> {
  if (found.length >= max || isIgnored(entry.name)) return
  const path = `${folder}${entry.name}`
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null)
    if (file !== null) found.push({ file, path })
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    for (;;) {
      // Returns up to a hundred entries per call, and none at the end.
      const some = await new Promise<Entry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(
        () => [],
      )
      if (some.length === 0) return
      for (const inside of some) await collect(inside, `${path}/`, found, max)
    }
  }
}

const isFile = (entry: Entry): entry is FileEntry => entry.isFile
const isFolder = (entry: Entry): entry is FolderEntry => entry.isDirectory
