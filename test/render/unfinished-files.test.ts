import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, describe } from 'node:test'
import sharp from 'sharp'
import { AppError } from '#src/lib/app-error.ts'
import { isUnsupported } from '#src/render/tools/ffmpeg.ts'
import { ffmpegOnce } from '../support/media/fixtures.ts'
import { make, workFolder } from '../support/processes/make.ts'
import { makeFolder, picturesPlan, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const source = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=10:duration=1']
const h264 = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const clusterId = Buffer.from('1f43b675', 'hex')
const dataObject = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex')

/** Files that end after their head: how to make each, where it is cut, and its remaining bytes. */
const unfinished: Record<string, [type: string, args: string[], mark: string | Buffer, more?: number]> = {
  'an MP4 without its index': ['mp4', h264, 'moov', -4],
  'a MOV without its index': ['mov', h264, 'moov', -4],
  'an MP4 cut in its index': ['mp4', [...h264, '-movflags', '+faststart'], 'moov', 200],
  'an MP4 cut before its pictures': ['mp4', [...h264, '-movflags', '+faststart'], 'mdat', 4],
  'a fragmented MP4 without a fragment': ['mp4', [...h264, '-movflags', '+empty_moov'], 'moof', -4],
  'a Matroska file without a cluster': ['mkv', h264, clusterId],
  'a WebM file without a cluster': ['webm', ['-c:v', 'libvpx', '-deadline', 'realtime'], clusterId],
  'an AVI without a picture': ['avi', ['-c:v', 'mjpeg'], 'movi', 4],
  'an FLV without a picture': ['flv', ['-c:v', 'flv'], 'FLV', 13],
  'a WMV without a picture': ['wmv', ['-c:v', 'msmpeg4v3'], dataObject, 50],
}

async function cut([type, args, mark, more = 0]: (typeof unfinished)[string]): Promise<Buffer> {
  const bytes = await readFile(await ffmpegOnce([...source, ...args], type))
  const at = bytes.indexOf(mark)
  assert.ok(at >= 0, type)
  return bytes.subarray(0, at + more)
}

describe('a file that cannot be decoded', () => {
  const pool = startPool({ after })

  async function refusal(
    t: Parameters<typeof render>[0],
    name: string,
    bytes: Uint8Array,
  ): Promise<AppError> {
    const path = join(await makeFolder(t), name)
    await writeFile(path, bytes)
    const plan = name.endsWith('.tiff') ? picturesPlan([path, path]) : videoPlan(path)
    const error: unknown = await render(t, pool, plan).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof AppError, `${name} is refused`)
    return error
  }

  for (const [name, shape] of Object.entries(unfinished)) {
    test(`${name} is called an unfinished recording or upload`, async (t) => {
      const { code, message, retry } = await refusal(t, `clip.${shape[0]}`, await cut(shape))
      assert.deepEqual([code, retry], ['media_broken', false])
      assert.match(message, /^The file is an unfinished recording or upload: it ended early/)
    })
  }

  test('make reports the same with the name of the file', async (t) => {
    const folder = await workFolder(t)
    for (const name of ['an MP4 without its index', 'a fragmented MP4 without a fragment']) {
      await writeFile(join(folder, 'clip.mp4'), await cut(unfinished[name]!))
      const { err } = await make(folder, ['clip.mp4', '-o', 'out.gif'])
      assert.match(err, /^clip\.mp4: The file is an unfinished recording or upload: it ended early/m)
    }
  })

  test('a feature that ffmpeg does not implement is not reported as damage: a video, and a picture', async (t) => {
    const jpegs = await readFile(await ffmpegOnce([...source, '-c:v', 'mjpeg'], 'avi'))
    // Every picture declares JPEG-LS, which is SOF55 instead of SOF0.
    const text = jpegs.toString('latin1').replaceAll('\xff\xc0\0\x11\x08', '\xff\xf7\0\x11\x08')
    const video = await refusal(t, 'clip.avi', Buffer.from(text, 'latin1'))
    assert.equal(video.code, 'media_unsupported')
    assert.equal(video.message, 'The video is coded in a way that this service does not read.')
    const picture = await refusal(t, 'picture.tiff', await webpTiff())
    assert.equal(picture.code, 'media_unsupported')
    assert.equal(
      picture.message,
      'Picture 1 is in this kind of TIFF, which cannot be read here; send a JPEG or PNG instead.',
    )
  })
})

/** A TIFF whose tag 259 declares WebP compression. */
async function webpTiff(): Promise<Buffer> {
  const tiff = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
  const tag = Buffer.from([0x03, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00])
  const at = tiff.indexOf(tag)
  assert.ok(at > 0)
  tiff.writeUInt16LE(50_001, at + tag.length)
  return tiff
}

test("only a decoder's missing feature counts as that, not the messages caused by damage", () => {
  const missing = 'Error while decoding stream #0:0: Not yet implemented in FFmpeg, patches welcome'
  const damage = 'Error while decoding stream #0:0: Invalid data found when processing input'
  assert.equal(isUnsupported(`${missing}\n${missing}`), true)
  assert.equal(isUnsupported(`${missing}\n${damage}\n`), false)
  assert.equal(isUnsupported(damage), false)
  assert.equal(
    isUnsupported('FMO is not implemented. Update your FFmpeg version to the newest one from Git.'),
    true,
  )
  assert.equal(isUnsupported('[tiff @ 0x1] Unknown compression method 50001'), true)
})
