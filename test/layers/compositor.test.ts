import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import type { AppError } from '#src/lib/app-error.ts'
import { createCompositor, isShown } from '#src/layers/compositor.ts'
import { layOver } from '#src/layers/draw/lay-over.ts'
import type { DrawingEngine } from '#src/layers/draw/engine.ts'
import { allFaces, filesFor } from '#src/layers/fonts/font-index.ts'
import { captionFonts } from '#src/layers/fonts/font-list.ts'
import { defaultLayerLimits } from '#src/layers/layer-limits.ts'
import { fontIndex, readFont, readFontLicenses } from '#src/layers/node/font-packages.ts'
import { openPackagedEngine } from '#src/layers/node/open-engine.ts'
import { parseLayers } from '#src/layers/parse-layers.ts'
import { pictureFacts } from '#src/layers/pictures/picture-facts.ts'
import { tinyFramesGif, expandingWebp } from '../support/media/hostile-files.ts'
import { leastOfThree } from '../support/processes/main-thread.ts'
import { drawBackground } from './scenes.ts'
import { drawStickers } from './stickers.ts'
import { randomRuns } from '../support/full-run.ts'

let engine: DrawingEngine
before(async () => {
  engine = await openPackagedEngine()
})

const frame = { width: 320, height: 180 }

async function compose(layers: object[], size = frame, pictures: Uint8Array[] = []) {
  const parsed = parseLayers(layers, { limits: defaultLayerLimits, stickers: pictures.length })
  return createCompositor(parsed, { ...size, pictures, openEngine: async () => engine })
}

/** The bounds of the pixels that layers draw on a transparent frame, as shares of it: left, top, right, bottom. */
async function inkOf(layers: object[], size = frame): Promise<number[]> {
  const pixels = new Uint8Array(size.width * size.height * 4)
  const compositor = await compose(layers, size)
  compositor.draw(pixels, 0)
  compositor.close()
  let [left, top, right, bottom] = [size.width, size.height, 0, 0]
  for (let at = 0; at < size.width * size.height; at += 1) {
    if (pixels[at * 4 + 3]! < 128) continue
    const [x, y] = [at % size.width, Math.floor(at / size.width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return [left / size.width, top / size.height, right / size.width, bottom / size.height]
}

const text = { type: 'text', text: 'Hello world', size: 0.2, width: 0.9 }

test('a text is at its position, wraps within its width, and looks the same at every size', async () => {
  const [left = 0, top = 0, right = 0, bottom = 0] = await inkOf([text])
  assert.ok(Math.abs((left + right) / 2 - 0.5) < 0.02 && Math.abs((top + bottom) / 2 - 0.5) < 0.06)
  const wrapped = await inkOf([{ ...text, width: 0.3 }])
  assert.ok(wrapped[3]! - wrapped[1]! > 1.8 * (bottom - top), 'two lines are taller than one')
  assert.ok(wrapped[2]! - wrapped[0]! < 0.35)
  const atTop = await inkOf([{ ...text, width: 0.3, y: 0, anchor: 'top' }])
  const atBottom = await inkOf([{ ...text, width: 0.3, y: 1, anchor: 'bottom' }])
  assert.ok(atTop[1]! < 0.1 && atBottom[3]! > 0.9)
  const aligned = await inkOf([{ ...text, size: 0.1, align: 'right' }])
  assert.ok(aligned[2]! > 0.92 && aligned[0]! > 0.5)
  const turned = await inkOf([{ ...text, rotation: 90 }])
  assert.ok(turned[3]! - turned[1]! > 0.7 && turned[2]! - turned[0]! < 0.2)
  const large = await inkOf([text], { width: 960, height: 540 })
  for (const [side, share] of [left, top, right, bottom].entries())
    assert.ok(Math.abs(large[side]! - share) < 0.01, `${large[side]} is not ${share}`)
})

test('characters that no font covers are reported, and drawn as a box', async () => {
  const compositor = await compose([{ ...text, text: 'a\u{10fffe}\u{e000}' }])
  assert.deepEqual(compositor.missing.toSorted(), ['\u{10fffe}', '\u{e000}'])
  compositor.close()
  const [left = 1, , right = 0] = await inkOf([{ ...text, text: '\u{10fffe}' }])
  assert.ok(right > left)
})

test('every font has its files, its license, and letters of the scripts that it names', async () => {
  const samples: Record<string, string> = {
    ...{ Latn: 'Ağ', Grek: 'Ωμ', Cyrl: 'Жя', Arab: 'عب', Hebr: 'שב', Deva: 'नम', Beng: 'কখ', Gujr: 'કખ' },
    ...{ Guru: 'ਕਖ', Knda: 'ಕಖ', Mlym: 'കഖ', Sinh: 'කඛ', Taml: 'கங', Telu: 'కఖ', Thai: 'กข', Laoo: 'ກຂ' },
    ...{ Khmr: 'កខ', Mymr: 'ကခ', Geor: 'აბ', Armn: 'աբ', Ethi: 'ሀለ', Zsye: '😀🏳️‍🌈', Zsym: '🂡🞄' },
  }
  const index = await fontIndex()
  const licenses = await readFontLicenses()
  for (const { name, scripts } of allFaces()) {
    assert.match(licenses.get(name) ?? '', /SIL Open Font License/i, name)
    for (const script of scripts) {
      const sample = samples[script] ?? assert.fail(`no sample of ${script}`)
      const names = new Set((index[name] ?? []).map((file) => file.name))
      const own = captionFonts.find(({ face }) => face.name === name)?.id ?? 'sans'
      assert.ok(
        filesFor(sample, own, index).some((file) => names.has(file.name)),
        `${name} is requested for ${script}`,
      )
      const compositor = await compose([{ ...text, text: sample, font: own }])
      assert.deepEqual(compositor.missing, [], `${name} has ${script}`)
      compositor.close()
    }
  }
  await assert.rejects(readFont('../../../../package.json'), /there is no font/)
})

test('a layer is shown from its start until its end', () => {
  const shown = (start: number | null, end: number | null) =>
    [0, 0.9999, 1, 1.9999, 2].map((seconds) => Number(isShown({ start, end }, seconds))).join('')
  assert.deepEqual(
    [shown(null, null), shown(1, 2), shown(1, null), shown(null, 1)],
    ['11111', '01100', '01111', '10000'],
  )
})

test('an overlay mixes like colors do, also where the frame is transparent', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const pixel = fc.tuple(byte, byte, byte, byte)
  fc.assert(
    fc.property(pixel, pixel, (below, above) => {
      const pixels = Uint8Array.from(below)
      layOver(pixels, 1, { x: 0, y: 0, width: 1, height: 1, pixels: Uint8Array.from(above) })
      const [a, b] = [above[3] / 255, (below[3] / 255) * (1 - above[3] / 255)]
      assert.ok(Math.abs(pixels[3]! - (a + b) * 255) <= 1)
      if (a + b < 0.02) return
      for (const channel of [0, 1, 2] as const) {
        const mixed = (above[channel] * a + below[channel] * b) / (a + b)
        assert.ok(
          Math.abs(pixels[channel]! - mixed) <= 1,
          `${pixels.join()} of ${below.join()} and ${above.join()}`,
        )
      }
    }),
    randomRuns(100),
  )
})

test('a region of one color keeps it', async () => {
  const color = [200, 120, 40, 255]
  for (const style of ['pixelate', 'blur']) {
    const pixels = Uint8Array.from({ length: frame.width * frame.height * 4 }, (_, at) => color[at % 4] ?? 0)
    const before = pixels.slice()
    const compositor = await compose([{ type: 'blur', style }])
    compositor.draw(pixels, 0)
    compositor.close()
    assert.ok(
      pixels.every((value, at) => Math.abs(value - (before[at] ?? 0)) <= 1),
      style,
    )
  }
})

test('only the means of a few cells remain of a hidden region', async () => {
  const [one, other] = [drawBackground(frame.width, frame.height), drawBackground(frame.width, frame.height)]
  const region = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 }
  // The other picture has the pixels of each cell in another order, as a secret would.
  const cell = 16
  for (let y = 45; y + 1 < 135; y += 1) {
    for (let x = 80; x < 240; x += 1) {
      const within = (x - 80) % cell
      const from = (y * frame.width + x - within + (cell - 1 - within)) * 4
      other.set(one.subarray(from, from + 4), (y * frame.width + x) * 4)
    }
  }
  assert.notDeepEqual(one, other)
  for (const style of ['pixelate', 'blur']) {
    const [first, second] = [one.slice(), other.slice()]
    const compositor = await compose([{ type: 'blur', style, strength: 0, ...region }])
    compositor.draw(first, 0)
    compositor.draw(second, 0)
    assert.deepEqual(first, second, `${style}: the output depends only on the means`)
    assert.deepEqual(first.subarray(0, 45 * frame.width * 4), one.subarray(0, 45 * frame.width * 4))
    const colors = new Set<string>()
    for (let x = 80; x < 240; x += 1)
      colors.add(
        first
          .subarray((90 * frame.width + x) * 4)
          .subarray(0, 3)
          .join(),
      )
    if (style === 'pixelate') assert.ok(colors.size <= 10)
  }
})

test('a region on the edge of the frame or outside, and one of a transparent frame, are harmless', async () => {
  for (const [x, y] of [
    [0, 0],
    [1, 1],
    [1.5, 0.5],
    [-0.5, -0.5],
  ]) {
    for (const style of ['pixelate', 'blur']) {
      const pixels = new Uint8Array(frame.width * frame.height * 4)
      const compositor = await compose([{ type: 'blur', style, x, y, width: 0.3, height: 0.3 }])
      compositor.draw(pixels, 0)
      assert.ok(pixels.every((value) => value === 0))
    }
  }
})

test('pictures with too many pixels in total are refused before one is decoded, however small their files are', async () => {
  const bomb = Buffer.alloc(40)
  bomb.write('\x89PNG', 'latin1')
  bomb.write('IHDR', 12)
  bomb.writeUInt32BE(4000, 16)
  bomb.writeUInt32BE(4000, 20)
  const pictures = Array.from({ length: 4 }, () => new Uint8Array(bomb))
  const layers = pictures.map((_, picture) => ({ type: 'picture', picture, width: 0.1 }))
  const message = 'The pictures in `stickers[]` may have at most 48 megapixels together.'
  await assert.rejects(compose(layers, frame, pictures), { code: 'media_too_large', message })
  await assert.rejects(compose(layers.slice(1, 3), frame, pictures.slice(1)), /could not be decoded/)
})

test('moving pictures are refused by the headers of their frames, before one is decoded', async () => {
  const leavesScreen = new Uint8Array(tinyFramesGif(1, 1, 2))
  // Sets the box of the last frame to 9000 x 9000, on a screen of 1 x 1.
  new DataView(leavesScreen.buffer).setUint16(leavesScreen.length - 11, 9000, true)
  new DataView(leavesScreen.buffer).setUint16(leavesScreen.length - 9, 9000, true)
  const cases = [
    [leavesScreen, 'may have at most 16 megapixels'],
    [tinyFramesGif(4000, 4000, 400), 'may have at most 10 frames'],
    [expandingWebp(4000, 4000, 400), 'may have at most 11 frames'],
    [tinyFramesGif(10, 10, 501), 'may have at most 500 frames'],
  ] as const
  const refuseAll = async () => {
    const before = process.cpuUsage()
    for (const [bytes, rule] of cases) {
      const message = `Picture 1 of \`stickers[]\` ${rule}.`
      const picture = [{ type: 'picture', picture: 0 }]
      await assert.rejects(compose(picture, frame, [bytes]), { code: 'media_too_large', message })
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const ms = await leastOfThree(refuseAll, 500)
  assert.ok(ms < 1000, `${ms} ms of CPU`)
})

test('layers that cover the GIF repeatedly are refused', async () => {
  const cover = { ...text, text: '█'.repeat(60), size: 0.6, width: 2, box: '#000000' }
  await assert.rejects(compose(Array.from({ length: 50 }, () => cover)), (error: AppError) => {
    assert.deepEqual([error.code, error.field], ['media_too_large', 'layers'])
    return true
  })
})

test('the type and size of a picture are read from its head', async () => {
  const [png, webp] = await drawStickers()
  assert.deepEqual(pictureFacts(png!), { type: 'png', width: 80, height: 60 })
  assert.deepEqual(pictureFacts(webp!), { type: 'webp', width: 60, height: 60 })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const facts = pictureFacts(bytes)
      assert.ok(facts === null || (facts.width >= 0 && facts.height >= 0))
    }),
    randomRuns(100),
  )
})

test('a still sticker is rotated by its EXIF orientation, and an animated one is not', async () => {
  const size = { width: 80, height: 80 }
  const quarters = Buffer.from(
    Array.from({ length: 60 * 40 }, (_, place) => {
      const [x, y] = [place % 60, Math.floor(place / 60)]
      return [x < 30 ? 250 : 10, y < 20 ? 250 : 10, 120]
    }).flat(),
  )
  const stored = () => sharp(quarters, { raw: { width: 60, height: 40, channels: 3 } })
  for (const type of ['png', 'webp'] as const) {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const picture = await stored()
        .withMetadata({ orientation })
        .toFormat(type, { lossless: true })
        .toBuffer()
      const upright = sharp(picture).autoOrient()
      const { data: expected, info } = await upright.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const pixels = new Uint8Array(size.width * size.height * 4)
      const layer = { type: 'picture', picture: 0, width: info.width / size.width }
      const compositor = await compose([layer], size, [picture])
      compositor.draw(pixels, 0)
      compositor.close()
      const [left, top] = [(size.width - info.width) / 2, (size.height - info.height) / 2]
      for (const [x, y] of [
        [5, 5],
        [info.width - 5, 5],
        [5, info.height - 5],
      ] as const) {
        const at = ((top + y) * size.width + left + x) * 4
        const wanted = [...expected.subarray((y * info.width + x) * 4).subarray(0, 4)]
        const drawn = [...pixels.subarray(at, at + 4)]
        assert.ok(
          drawn.every((value, index) => Math.abs(value - wanted[index]!) < 12),
          `${type} ${orientation} at ${x},${y}: ${drawn} is not ${wanted}`,
        )
      }
      const covered = pixels.filter((value, index) => index % 4 === 3 && value > 0).length
      assert.equal(covered, 60 * 40, `${type} ${orientation} has its proportions`)
    }
  }
})
