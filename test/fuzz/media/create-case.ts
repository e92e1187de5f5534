import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClipOptions } from '#src/options/clip-options.ts'
import type { GifOptions } from '#src/options/gif-options.ts'
import { formatCrop } from '#src/options/rules/crop.ts'
import { type RenditionName, mainRenditions, renditions } from '#src/media/rendition.ts'
import type { Answer, GifAnswer } from '../../support/answers.ts'
import { expect } from '../fault.ts'
import type { Target } from '../target.ts'
import type { MediaCase } from './cases.ts'
import { checkRenditions } from './renditions.ts'

/** The errors with which a call may refuse its files, and those in which its task may end. */
const refusals = new Set(['415 media_unsupported', '422 invalid_value'])
const ends = new Set([
  'done',
  'media_unsupported',
  'media_broken',
  'media_too_large',
  'clip_outside_video',
  'timed_out',
  'invalid_value',
])

/** A file that kills its decoder is tried three times, with pauses in between: no task takes longer. */
const maxTaskSeconds = 240

/**
 * Makes a GIF of untrusted files through the public interface, from the upload to the served files. Returns the
 * outcome; throws a Fault if a promise is broken.
 */
export async function createCase(target: Target, one: MediaCase): Promise<string> {
  const { status, body } = await post(target.url, one)
  if (status !== 200) {
    const outcome = `${status} ${body.error.code}`
    expect(refusals.has(outcome), `the call is answered ${outcome}: ${body.error.message}`)
    return outcome
  }
  const end = await follow(target.url, body.id)
  const outcome = end.status === 'done' ? 'done' : end.error.code
  expect(ends.has(outcome), `the task ended in ${outcome}: ${JSON.stringify(end)}`)
  if (end.status === 'done') await checkGif(target, end.result.code)
  await checkLeftovers(target, body.id)
  const faults = target.takeFaults()
  expect(faults.length === 0, `the log contains: ${faults.join(' ').slice(0, 2000)}`)
  return outcome
}

async function post(url: string, { files, plan }: MediaCase): Promise<{ status: number; body: Answer }> {
  const form = new FormData()
  const values =
    plan.kind === 'video'
      ? { start: plan.startSeconds, end: plan.endSeconds, ...clipValues(plan.clip) }
      : { width: plan.width, height: plan.height, resize: Number(plan.resize), delay: plan.delayMs }
  const shared = { category: 1, title: 'An untrusted file', ...gifValues(plan.gif) }
  for (const [name, value] of Object.entries({ ...shared, ...values }))
    if (value !== null) form.append(name, String(value))
  for (const bytes of files) {
    form.append(plan.kind === 'video' ? 'video' : 'pictures[]', new Blob([new Uint8Array(bytes)]), 'file')
  }
  const call = `${url}/api/create-gif/source/${plan.kind}`
  const response = await fetch(call, { method: 'POST', body: form })
  return { status: response.status, body: (await response.json()) as Answer }
}

function gifValues({ preset, maxBytes, loops, reverse, boomerang }: GifOptions) {
  return { preset, max_bytes: maxBytes, loop: loops, reverse, boomerang }
}

function clipValues({ speed, crop, fps, width, autoLoop }: ClipOptions) {
  return { speed, crop: crop && formatCrop(crop), fps, width, auto_loop: autoLoop }
}

async function follow(url: string, task: string): Promise<Answer> {
  const deadline = Date.now() + maxTaskSeconds * 1000
  for (;;) {
    const response = await fetch(`${url}/api/status/${task}`)
    const body = (await response.json()) as Answer
    if (body.status === 'done' || body.status === 'error') return body
    expect(Date.now() < deadline, `a task is ${body.status} after ${maxTaskSeconds} seconds`)
    await pause(30)
  }
}

async function checkGif({ url }: Target, code: string): Promise<void> {
  const response = await fetch(`${url}/api/gif/${code}`)
  const { result } = (await response.json()) as { result: (GifAnswer & { frames: number })[] }
  const [gif] = result
  expect(gif !== undefined, `a task is done, but GIF ${code} is missing`)
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-fuzz-'))
  try {
    const paths = {} as Record<RenditionName, string>
    for (const name of mainRenditions) {
      const file = await fetch(gif[`${name}_url`])
      expect(file.status === 200, `${name} of a GIF is answered ${file.status}`)
      paths[name] = join(folder, renditions[name].file)
      await writeFile(paths[name], Buffer.from(await file.arrayBuffer()))
    }
    await checkRenditions(paths, {
      width: Number(gif.width),
      height: Number(gif.height),
      frames: gif.frames,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Finished uploads are removed soon afterwards: the answer to the poller does not wait for it. */
const tidyUpMs = 120_000

async function checkLeftovers({ config }: Target, task: string): Promise<void> {
  const folders = ['tmp/uploads', 'tmp/work', `media/incoming/${task}`]
  const deadline = Date.now() + tidyUpMs
  for (;;) {
    const lists = await Promise.all(folders.map((name) => list(join(config.data.folder, name))))
    const left = lists.flatMap((names, index) => names.map((name) => `${folders[index]}/${name}`))
    if (left.length === 0) return
    expect(Date.now() < deadline, `left behind: ${left.join(' ')}`)
    await pause(20)
  }
}

function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
