import { makerTexts } from '#texts/maker.ts'
import { followSource } from './follow-source.ts'
import { discardSource, sendAhead } from './source-requests.ts'

/** So many are converted at once. */
const atOnce = 2

/** The pictures with those converted that the browser cannot show; `tell` gets how far that is. */
export async function withConverted(
  address: string,
  files: File[],
  convertible: ReadonlySet<File>,
  tell: (text: string) => void,
): Promise<{ files: File[]; refused: string[] }> {
  const asked = files.filter((file) => convertible.has(file))
  if (asked.length === 0) return { files, refused: [] }
  const tellDone = (done: number) => tell(makerTexts.prepared.pictures(done, asked.length))
  tellDone(0)
  const { files: made, refused } = await convertPictures(address, asked, tellDone)
  const converted = new Map(asked.map((file, index) => [file, made[index] ?? null]))
  return {
    files: files.flatMap((file) => (convertible.has(file) ? (converted.get(file) ?? []) : [file])),
    refused,
  }
}

/** Pictures that browsers cannot show, as JPEG or PNG, in their order; and a sentence for each that could not be converted. */
type Converted = { files: (File | null)[]; refused: string[] }

/**
 * Has the service convert pictures that browsers cannot show; `progress` gets how many are done. What is sent for that is
 * removed there at once.
 */
async function convertPictures(
  address: string,
  pictures: readonly File[],
  progress: (done: number) => void,
): Promise<Converted> {
  const files: (File | null)[] = pictures.map(() => null)
  const refused: string[] = []
  let done = 0
  const waiting = [...pictures.entries()]
  const work = async (most = Infinity) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, picture] = next
      const converted = await convert(address, picture).catch(() => makerTexts.progress.unavailable)
      if (typeof converted === 'string') refused.push(`${picture.name}: ${converted}`)
      else files[index] = converted
      done += 1
      progress(done)
      if (done >= most) return
    }
  }
  // The first answer gives the browser the secret that all others are asked for with.
  await work(1)
  await Promise.all(Array.from({ length: atOnce }, () => work()))
  return { files, refused }
}

async function convert(address: string, picture: File): Promise<File | string> {
  const { signal } = new AbortController()
  const outcome = await sendAhead(address, { picture }, { signal, progress: () => undefined })
  if (!('source' in outcome))
    return ('problem' in outcome && outcome.problem) || makerTexts.progress.unavailable
  const own = `${address}/${outcome.source.id}`
  try {
    const end = await followSource(own, signal, () => undefined)
    if (end === null || 'problem' in end) return end?.problem || makerTexts.progress.unavailable
    const { preview } = end
    if (preview === null) return makerTexts.progress.unavailable
    const response = await fetch(preview.url)
    if (!response.ok) return makerTexts.progress.unavailable
    const name = picture.name.replace(/\.[^.]*$/, '')
    return new File([await response.blob()], `${name}.${preview.type}`, { type: `image/${preview.type}` })
  } finally {
    discardSource(own)
  }
}
