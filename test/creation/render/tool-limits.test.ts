import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { AppError } from '#src/lib/app-error.ts'
import { mediaError, ownError } from '#src/render/ffmpeg.ts'
import { runTool, ToolFailure } from '#src/render/tool.ts'
import { makeFolder } from '../../support/rendering.ts'

test('frames that do not fit into one file are told as a clip that is too long', async (t) => {
  const path = join(await makeFolder(t), 'video.mp4')
  const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x240:duration=5']
  const run = { maxFileBytes: 100_000, maxCpuSeconds: 20, onOutput: () => undefined }
  const failure: unknown = await runTool('ffmpeg', [...source, '-f', 'rawvideo', path], run).catch(
    (error: unknown) => error,
  )
  assert.ok(failure instanceof ToolFailure)
  assertTold(mediaError(failure), 'The clip is too long for its size; choose a shorter one.')
  assertTold(ownError(failure, 'Choose fewer.'), 'Choose fewer.')
})

test('a tool that says that a file is too large is told the same way', () => {
  const failure = new ToolFailure(
    'ffmpeg',
    { code: 1, signal: null },
    'av_interleaved_write_frame(): File too large',
  )
  assertTold(mediaError(failure), 'The clip is too long for its size; choose a shorter one.')
})

test('a full disk is a passing fault of the service', () => {
  const failure = new ToolFailure('ffmpeg', { code: 1, signal: null }, 'write: No space left on device')
  const told = mediaError(failure)
  assert.ok(told instanceof AppError)
  assert.deepEqual([told.code, told.retry], ['unavailable', true])
})

function assertTold(told: unknown, message: string): void {
  assert.ok(told instanceof AppError)
  assert.deepEqual([told.code, told.retry, told.message], ['media_too_large', false, message])
}
