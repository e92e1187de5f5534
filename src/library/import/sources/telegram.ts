import type { ImportDetails } from '../import-item.ts'
import { detailsOfPath } from '../path-details.ts'
import { isRecord, type Manifest, recordsOf, textAt } from './manifest.ts'
import type { ManifestEntry } from './manifest-entries.ts'

/**
 * An export of Telegram Desktop as JSON: `result.json` next to its folders of files. It has one chat (`{name, type, id,
 * messages}`) or an account (`{about, chats: {list}, left_chats: {list}}`). A GIF is a message with `"media_type":
 * "animation"`, mostly an MP4 in `video_files/` or `animations/`, or a file sent as `image/gif`. Its caption is its
 * title, the caption's hashtags are tags. An animated sticker is a message with `"media_type": "sticker"` and a WebM
 * file (core.telegram.org/stickers); so is a custom emoji, in the text of a message. Vector stickers (TGS) are refused;
 * still ones are skipped, as photos are. (tdesktop's export_output_json.cpp.)
 */
export function* telegramEntries(text: string): Generator<ManifestEntry> {
  for (const message of gifMessages(JSON.parse(text))) yield toEntry(message)
}

export function isTelegramExport({ head }: Manifest): boolean {
  const start = head.trimStart()
  if (!start.startsWith('{')) return false
  return (
    /"about"\s*:\s*"[^"]{0,300}Telegram/.test(start) || (chatType.test(start) && start.includes('"messages"'))
  )
}

const chatType =
  /"type"\s*:\s*"(?:saved_messages|personal_chat|bot_chat|private_group|private_supergroup|public_supergroup|private_channel|public_channel)"/

type Message = Record<string, unknown>

/** Returns the messages that have a GIF, each file once: people send the same one many times. */
function gifMessages(root: unknown): Message[] {
  if (!isRecord(root)) return []
  const lists = [root['chats'], root['left_chats']].flatMap((chats) =>
    isRecord(chats) ? recordsOf(chats['list']) : [],
  )
  const seen = new Set<string>()
  return [root, ...lists]
    .flatMap((chat) => recordsOf(chat['messages']))
    .flatMap((message) => [message, ...emojiIn(message)])
    .filter((message) => {
      const file = textAt(message, 'file')
      if (file === undefined || !(isGif(message) || isMovingSticker(message))) return false
      if (isPlaceholder(file)) return true
      if (seen.has(file)) return false
      seen.add(file)
      return true
    })
}

const isGif = (message: Message): boolean =>
  message['media_type'] === 'animation' || message['mime_type'] === 'image/gif'

const isSticker = (message: Message): boolean => message['media_type'] === 'sticker'

/** Returns true for an animated sticker; one that is missing from the export may be animated. */
function isMovingSticker(message: Message): boolean {
  const file = textAt(message, 'file') ?? ''
  const name = isPlaceholder(file) ? (textAt(message, 'file_name') ?? '.webm') : file
  return isSticker(message) && /\.(?:webm|tgs)$/i.test(name)
}

/**
 * Returns the custom emoji in the text of a message, as stickers: `{type: "custom_emoji", text, document_id}`, where
 * `document_id` is a path.
 */
function emojiIn(message: Message): Message[] {
  return recordsOf(message['text'])
    .filter((part) => part['type'] === 'custom_emoji')
    .flatMap((part) => {
      const file = textAt(part, 'document_id') ?? ''
      return /\.(?:webm|tgs)$/i.test(file)
        ? [
            {
              file,
              media_type: 'sticker',
              sticker_emoji: part['text'],
              date_unixtime: message['date_unixtime'],
            },
          ]
        : []
    })
}

/**
 * Returns true for the placeholder of a skipped file: "(File not included. Change data exporting settings to
 * download.)"
 */
const isPlaceholder = (file: string): boolean => file.startsWith('(')

function toEntry(message: Message): ManifestEntry {
  const path = textAt(message, 'file') ?? ''
  if (isPlaceholder(path)) {
    const id = typeof message['id'] === 'number' ? message['id'] : '?'
    const wanted = isSticker(message) ? 'stickers' : 'GIFs'
    return {
      name: `message ${id}`,
      reason: { detail: 'notInExport', wanted },
    }
  }
  if (/\.tgs$/i.test(path))
    return {
      name: path,
      reason: { detail: 'vectorSticker' },
    }
  return { name: path, details: detailsOf(message), files: [path], otherwise: null }
}

function detailsOf(message: Message): ImportDetails {
  const details = isSticker(message) ? stickerDetails(message) : captionDetails(message)
  const seconds = Number(message['date_unixtime'] ?? Number.NaN)
  if (Number.isFinite(seconds) && seconds > 0) details.createdAt = seconds * 1000
  return details
}

/** Returns the details of a sticker; only its emoji says what it shows. */
function stickerDetails(message: Message): ImportDetails {
  const emoji = textAt(message, 'sticker_emoji')?.slice(0, maxCaptionLength)
  return { tags: ['sticker'], ...(emoji !== undefined && { title: emoji }) }
}

function captionDetails(message: Message): ImportDetails {
  const caption = captionOf(message['text'])
  const words = caption.replace(hashtag, ' ').replace(/\s+/g, ' ').trim()
  const fileName = textAt(message, 'file_name') ?? ''
  // `animation.gif.mp4`, `mp4.mp4` and the like are generated by Telegram.
  const isNamed = !/^(?:animation|mp4|video|giphy|tenor|file|image|sticker|\d|_)/i.test(fileName)
  const title =
    words === '' && isNamed ? detailsOfPath(fileName.replace(/\.gif\.mp4$/i, ''), 'none').title : words
  const details: ImportDetails = {}
  if (title !== undefined && title !== '') details.title = title.slice(0, maxCaptionLength)
  const tags = [...caption.matchAll(hashtag)].map(([tag]) => tag.slice(1))
  if (tags.length > 0) details.tags = tags
  return details
}

/** The maximum length of a title; a caption is part of a conversation, so its beginning is enough. */
const maxCaptionLength = 100
const hashtag = /#[\p{L}\p{N}_]+/gu

/** A message has at most 4,096 characters. */
const maxMessageLength = 4096

/** Returns the text of a caption: a text, or a list of texts and of objects that contain one, such as links. */
function captionOf(value: unknown): string {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  let caption = ''
  for (const part of parts) {
    const text = isRecord(part) ? textAt(part, 'text') : part
    if (typeof text === 'string') caption += text.slice(0, maxMessageLength)
    if (caption.length >= maxMessageLength) break
  }
  return caption.slice(0, maxMessageLength)
}
