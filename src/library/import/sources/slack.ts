import type { ErrorText } from '../../../lib/errors/error-text.ts'
import type { ImportDetails } from '../import-item.ts'
import { maxTags, splitTags } from '../../../options/rules/title-and-tags.ts'
import { isAddress } from './address-list.ts'
import { isRecord, type Manifest, recordsOf, textAt } from './manifest.ts'
import type { ManifestEntry } from './manifest-entries.ts'

/**
 * Custom emoji of Slack:
 * - the response of `emoji.list` (docs.slack.dev/reference/methods/emoji.list): `{"ok": true, "emoji": {NAME:
 *   ADDRESS}}`, where `alias:OTHER` is another name of OTHER; `emoji.adminList` has a list of `{name, url, is_alias,
 *   alias_for}`;
 * - `index.json` of slackdump next to its folder `emojis`: `{NAME: ADDRESS}`, or `{NAME: {name, url, aliases,
 *   created}}`. A file in that folder is used (`emojis/NAME.EXT`, or in `output`, `emoji` or no folder); missing ones
 *   are fetched.
 */
export function* slackEntries(text: string): Generator<ManifestEntry> {
  for (const emoji of readEmoji(JSON.parse(text))) yield toEntry(emoji)
}

export function isSlackEmoji({ head }: Manifest): boolean {
  const start = head.trimStart()
  if (/^\{[^]{0,200}"emoji"\s*:\s*(?:\{|\[\s*\{\s*"name")/.test(start) && /"ok"\s*:\s*true/.test(start))
    return true
  return /^\{\s*"[^"]+"\s*:\s*(?:"alias:|"https:\/\/emoji\.slack-edge\.com\/|\{[^}]*"url"\s*:\s*"https:\/\/emoji\.slack-edge\.com\/)/.test(
    start,
  )
}

type Emoji = { name: string; url: string; aliases: string[]; created: number | null }

const folders = ['emojis/', 'emoji/', 'output/', '']

function readEmoji(root: unknown): Emoji[] {
  if (!isRecord(root)) return []
  const isAnswer = isRecord(root['emoji']) || Array.isArray(root['emoji'])
  const list = isAnswer ? root['emoji'] : root
  const entries: [string, unknown][] = isRecord(list)
    ? Object.entries(list)
    : recordsOf(list).map((one) => [textAt(one, 'name') ?? '', one])
  const emoji: Emoji[] = []
  const aliases = new Map<string, string[]>()
  for (const [name, value] of entries) {
    const values = isRecord(value) ? value : { url: value }
    const url = textAt(values, 'url') ?? ''
    const other = url.startsWith('alias:')
      ? url.slice('alias:'.length)
      : values['is_alias'] === 1
        ? textAt(values, 'alias_for')
        : undefined
    if (other !== undefined) {
      const others = aliases.get(other) ?? []
      if (others.length < maxTags) others.push(name)
      aliases.set(other, others)
    } else if (name !== '' && url !== '') {
      const own: unknown[] = Array.isArray(values['aliases']) ? values['aliases'] : []
      const created = typeof values['created'] === 'number' ? values['created'] : null
      emoji.push({
        name,
        url,
        aliases: own.slice(0, maxTags).filter((alias) => typeof alias === 'string'),
        created,
      })
    }
  }
  return emoji.map((one) => ({
    name: one.name,
    url: one.url,
    created: one.created,
    aliases: [...one.aliases, ...(aliases.get(one.name) ?? [])],
  }))
}

function toEntry({ name, url, aliases, created }: Emoji): ManifestEntry {
  const details = emojiDetails(name, aliases)
  if (created !== null) details.createdAt = created * 1000
  const extension = /\.(?<extension>\w{1,5})(?:\?|$)/.exec(url)?.groups?.['extension'] ?? 'gif'
  const files = folders.map((folder) => `${folder}${name}.${extension}`)
  return { name, details, files, otherwise: otherwiseOf(url, extension) }
}

function otherwiseOf(url: string, extension: string): { url: string } | { reason: ErrorText } {
  if (/^jpe?g$/i.test(extension)) return { reason: { detail: 'stillNotAnimation' } }
  return isAddress(url) ? { url } : { reason: { detail: 'entryWithoutAddressOrFile' } }
}

/**
 * Returns the details of an emoji: `party_parrot`, also called `pp`, is "party parrot", with tags that match either
 * name.
 */
export function emojiDetails(name: string, aliases: string[]): ImportDetails {
  const inWords = (text: string) => text.replace(/[-_]+/g, ' ').trim()
  return { title: inWords(name), tags: splitTags(['emoji', ...[name, ...aliases].map(inWords)].join(',')) }
}
