import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { AppError } from '#src/lib/app-error.ts'
import { mediaError, toolFaultError } from '#src/render/tools/ffmpeg.ts'
import { runTool, ToolFailure } from '#src/render/tools/run-tool.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

test('frames that do not fit into one file are reported as a clip that is too long', async (t) => {
  const path = join(await makeFolder(t), 'video.mp4')
  const source = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=320x240:duration=5']
  const run = { maxFileBytes: 100_000, maxCpuSeconds: 20, onOutput: () => undefined }
  const failure: unknown = await runTool('ffmpeg', [...source, '-f', 'rawvideo', path], run).catch(
    (error: unknown) => error,
  )
  assert.ok(failure instanceof ToolFailure)
  assertReported(mediaError(failure), 'The clip is too long for its size; choose a shorter one.')
  assertReported(toolFaultError(failure, 'Choose fewer.'), 'Choose fewer.')
})

test('a tool that reports a file as too large is reported the same way', () => {
  const failure = failed('av_interleaved_write_frame(): File too large')
  assertReported(mediaError(failure), 'The clip is too long for its size; choose a shorter one.')
})

test('a full disk is a transient fault of the service', () => {
  const told = mediaError(failed('write: No space left on device'))
  assert.ok(told instanceof AppError)
  assert.deepEqual([told.code, told.retry], ['unavailable', true])
})

test('memory and processor time over the limit end a task immediately, whatever frames were read', () => {
  for (const [failure, code] of [
    [failed('Cannot allocate memory'), 'media_too_large'],
    [failed('', 'SIGXCPU'), 'timed_out'],
  ] as const) {
    for (const told of [mediaError(failure), toolFaultError(failure)]) {
      assert.ok(told instanceof AppError)
      assert.deepEqual([told.code, told.retry], [code, false])
    }
  }
})

test('a tool that could not start or was ended from outside is a transient fault of the service', () => {
  for (const failure of [failed("bwrap: Can't bind mount /oldroot/etc/x"), failed('', 'SIGKILL')]) {
    for (const told of [mediaError(failure), toolFaultError(failure)]) {
      assert.ok(told instanceof AppError)
      assert.deepEqual([told.code, told.retry], ['internal', true])
      assert.equal(told.cause, failure)
    }
  }
})

function failed(stderr: string, signal: string | null = null): ToolFailure {
  return new ToolFailure('ffmpeg', { code: signal === null ? 1 : null, signal, stderr })
}

function assertReported(told: unknown, message: string): void {
  assert.ok(told instanceof AppError)
  assert.deepEqual([told.code, told.retry, told.message], ['media_too_large', false, message])
}
