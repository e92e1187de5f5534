import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Answer, GifAnswer } from './answers.ts'
import type { TestApp } from './app.ts'
import { type Decoded, decode, frameNumber } from './media/decoded.ts'

/** The values of a clip of one and a half seconds. */
export const halfToTwo = { category: '1', title: 'A clip', start: '0.5', end: '2' }

export type Made = { record: GifAnswer; gif: Decoded; mp4: Decoded; path: string; answer: Answer }

/** Makes a GIF of files through an app; returns the end of the task. */
export async function endedCreation(
  app: TestApp,
  source: string,
  values: Record<string, string>,
  files: [string, string][],
): Promise<Answer> {
  const form = new FormData()
  for (const [key, value] of Object.entries(values)) form.append(key, value)
  for (const [key, path] of files) form.append(key, new Blob([new Uint8Array(await readFile(path))]), 'file')
  const { body } = await app.json(`/api/create-gif/source/${source}`, { method: 'POST', body: form })
  assert.equal(body.success, true, JSON.stringify(body))
  return app.ended(body.id)
}

/** Downloads the result of a task, and decodes it. */
export async function madeBy(app: TestApp, answer: Answer): Promise<Made> {
  assert.equal(answer.status, 'done', JSON.stringify(answer))
  const record = (await app.json(`/api/gif/${answer.url}`)).body.result[0]!
  const files = [record.gif_url, record.mp4_url].map(async (address) => {
    const path = join(app.folder, `${answer.url}.${address.split('.').at(-1)}`)
    await writeFile(path, Buffer.from(await (await fetch(address)).arrayBuffer()))
    return path
  })
  const [path = '', mp4 = ''] = await Promise.all(files)
  return { record, gif: await decode(path), mp4: await decode(mp4), path, answer }
}

/** The numbers of the frames of a numbered clip. */
export const numbersOf = (decoded: Decoded) => decoded.frames.map((_, frame) => frameNumber(decoded, frame))
/** Its duration, in milliseconds. */
export const lengthOf = ({ delaysMs }: Decoded) => delaysMs.reduce((sum, delay) => sum + delay, 0)
