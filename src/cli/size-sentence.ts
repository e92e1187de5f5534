import type { SizeNote } from '../options/rules/size-note.ts'

/** What there is to say of the size of a GIF that was made with a limit on its bytes. */
export function sizeSentence(
  note: SizeNote,
  made: { bytes: number; width: number },
  maxBytes: number | null,
): string {
  if (note.outcome === 'enough') return `${formatBytes(made.bytes)}: more would not look better.`
  if (note.outcome === 'rough')
    return `It looks rough ${made.width} px wide; --width ${note.width} makes it better in as many bytes.`
  const rate = note.fps === undefined ? '' : ` with ${note.fps} frames per second`
  return `Made ${note.width} px wide${rate}, to fit ${formatLimit(maxBytes ?? made.bytes)}.`
}

/** A measured size. */
export function formatBytes(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** A size as it was asked for. */
function formatLimit(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes / 1000} KB` : `${bytes / 1_000_000} MB`
}
