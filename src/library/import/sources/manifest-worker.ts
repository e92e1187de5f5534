import { AppError } from '../../../lib/app-error.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { discordEntries } from './discord.ts'
import { favoriteEntries } from './favorite-list.ts'
import {
  boundedEntries,
  isParsable,
  type ManifestAnswer,
  type ManifestEntry,
  type ManifestWork,
} from './manifest-entries.ts'
import { slackEntries } from './slack.ts'
import { telegramEntries } from './telegram.ts'

const readers: Record<string, (text: string) => Iterable<ManifestEntry>> = {
  discord: discordEntries,
  favorites: favoriteEntries,
  slack: slackEntries,
  telegram: telegramEntries,
}

const { format, bytes, limits } = workerData as ManifestWork
const answer = (message: ManifestAnswer) => parentPort?.postMessage(message)
try {
  if (isParsable(bytes, limits.values)) read()
  else answer({ type: 'too large' })
} catch (error) {
  if (error instanceof AppError) answer({ type: 'refused', text: error.text })
  else if (error instanceof SyntaxError) answer({ type: 'malformed' })
  else answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
}

function read(): void {
  // The decoder removes the byte order mark that some files begin with.
  const entries = readers[format]?.(new TextDecoder().decode(bytes)) ?? []
  for (const some of boundedEntries(entries, limits)) answer({ type: 'entries', entries: some })
  answer({ type: 'end' })
}
