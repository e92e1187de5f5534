import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { Answer } from './answers.ts'

/** Two small pictures as data-URLs, of a unique color: a GIF that is made in a moment. */
export async function smallPictures(red: number): Promise<string[]> {
  const pictures = [0, 128, 255].slice(0, 2).map((green) =>
    sharp({ create: { width: 32, height: 32, channels: 3, background: { r: red % 256, g: green, b: 90 } } })
      .png()
      .toBuffer(),
  )
  return (await Promise.all(pictures)).map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`)
}

let created = 0

export type CreationAnswer = { status: number; headers: Headers; body: Answer }

/** Requests a small GIF of pictures from a server; returns its unchanged answer. */
export async function askForGif(
  url: string,
  values: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<CreationAnswer> {
  const pictures = await smallPictures(created++)
  const response = await fetch(`${url}/api/create-gif/source/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      category: 1,
      title: 'A small GIF',
      width: 32,
      height: 32,
      resize: 0,
      pictures,
      ...values,
    }),
  })
  return answerOf(response)
}

/** Requests a GIF of an uploaded video from a server; returns its unchanged answer. */
export async function askForVideoGif(
  url: string,
  video: Uint8Array,
  seconds = 1,
  values: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<CreationAnswer> {
  const form = new FormData()
  const all = { category: '1', start: '0', end: String(seconds), title: 'A GIF', ...values }
  for (const [key, value] of Object.entries(all)) form.append(key, value)
  form.append('video', new Blob([new Uint8Array(video)], { type: 'video/mp4' }), 'clip.mp4')
  return answerOf(await fetch(`${url}/api/create-gif/source/video`, { method: 'POST', headers, body: form }))
}

/** Requests a GIF of the video at an address from a server; returns its unchanged answer. */
export async function askForAddressGif(
  url: string,
  address: string,
  seconds = 1,
  values: Record<string, unknown> = {},
): Promise<CreationAnswer> {
  const body = { category: 1, start: 0, end: seconds, title: 'A GIF', url: address, ...values }
  const response = await fetch(`${url}/api/create-gif/source/url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answerOf(response)
}

/** Makes a server accept a small GIF of pictures; returns the task. Rejects if it is not accepted. */
export async function postPictures(url: string, values: Record<string, unknown> = {}): Promise<string> {
  return taskOf(await askForGif(url, values))
}

/** Makes a server accept a GIF of an uploaded video; returns the task. Rejects if it is not accepted. */
export async function postVideo(
  url: string,
  video: Uint8Array,
  seconds = 1,
  values: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<string> {
  return taskOf(await askForVideoGif(url, video, seconds, values, headers))
}

async function answerOf(response: Response): Promise<CreationAnswer> {
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
}

function taskOf({ status, body }: CreationAnswer): string {
  assert.equal(status, 200, JSON.stringify(body))
  return body.id
}

/** The status of a task. */
export async function statusOf(url: string, task: string): Promise<Answer> {
  return (await fetch(`${url}/api/status/${task}`)).json() as Promise<Answer>
}
