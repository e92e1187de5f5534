import sharp from 'sharp'
import type { Answer } from './answers.ts'

/** Two small pictures as data-URLs, of a colour of their own: a GIF that is made in a moment. */
async function smallPictures(red: number): Promise<string[]> {
  const pictures = [0, 128, 255].slice(0, 2).map((green) =>
    sharp({ create: { width: 32, height: 32, channels: 3, background: { r: red % 256, g: green, b: 90 } } })
      .png()
      .toBuffer(),
  )
  return (await Promise.all(pictures)).map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
}

let created = 0

/** Asks a server for a small GIF of pictures; gives its answer as it is. */
export async function askForGif(
  url: string,
  values: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: Answer }> {
  const pictures = await smallPictures(created++)
  const response = await fetch(`${url}/api/create-gif/source/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      ...{ category: 1, title: 'A small GIF', width: 32, height: 32, resize: 0, pictures },
      ...values,
    }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
}

/** How a task stands. */
export async function statusOf(url: string, task: string): Promise<Answer> {
  return (await fetch(`${url}/api/status/${task}`)).json() as Promise<Answer>
}
