import type { Answer } from '../answers.ts'

/** Returns true if a web machine finds a GIF by a word of its title and sends its file. */
export async function canPlay(url: string, word: string, code: string): Promise<boolean> {
  const found = await fetch(`${url}/api/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q: word, limit: 20 }),
  })
  if (!found.ok) return false
  const { result } = (await found.json()) as Answer
  const gif = result.find((one: { code: string }) => one.code === code)
  if (gif === undefined) return false
  const file = await fetch(gif.gif_url)
  return file.ok && (await file.text()).startsWith('GIF89a')
}
