import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FlashMeter } from '#src/gif/flashing/flash-meter.ts'

type Color = readonly [number, number, number, number?]
type Size = { width: number; height: number }

const black: Color = [0, 0, 0]
const white: Color = [255, 255, 255]
const red: Color = [255, 0, 0]
const size = { width: 480, height: 270 }
/** Frames per second. */
const rate = 24

/** A frame whose pixels have the colors returned by `at`. */
function frameOf(at: (x: number, y: number) => Color, { width, height }: Size = size): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 4) {
      const [r, g, b, alpha = 255] = at(x, y)
      rgba.set([r, g, b, alpha], to)
    }
  return rgba
}

/** For cases where neither the area nor fine detail matters: faster to draw. */
const small = { width: 48, height: 27 }

const frameOfColor = (color: Color, of?: Size) => frameOf(() => color, of)

/** The gray of a relative luminance, in sRGB. */
function gray(luminance: number): Color {
  const share = luminance <= 0.0031308 ? 12.92 * luminance : 1.055 * luminance ** (1 / 2.4) - 0.055
  const value = Math.round(share * 255)
  return [value, value, value]
}

/** Returns true if frames shown for a given time each flash; they play once unless `loops` is given. */
function isFlashing(frames: Iterable<Uint8Array>, { loops = 1, ms = 1000 / rate, of = size } = {}): boolean {
  const meter = new FlashMeter(of)
  for (const frame of frames) meter.add(frame, ms)
  return meter.finish(loops)
}

/** Frames that alternate between two pictures, at a given rate, for some seconds. */
function* inTurn(one: Uint8Array, other: Uint8Array, perSecond: number, seconds = 2): Generator<Uint8Array> {
  for (let at = 0; at < seconds * rate; at += 1)
    yield Math.floor((at * perSecond * 2) / rate) % 2 === 0 ? one : other
}

/** A black frame of which a part from the left has another color. */
const partly = (share: number, color: Color = white) =>
  frameOf((x) => (x < size.width * share ? color : black))

const dark = frameOfColor(black)
const bright = frameOfColor(white)

suite('general flashes', () => {
  test('more than three within a second flash, three do not', () => {
    assert.ok(isFlashing(inTurn(dark, bright, 4)))
    assert.ok(!isFlashing(inTurn(dark, bright, 3, 4)))
    assert.ok(isFlashing(inTurn(dark, bright, 12, 0.5)), 'within half a second')
    assert.ok(!isFlashing([dark, bright, dark, bright, dark, bright, ...Array<Uint8Array>(20).fill(dark)]))
  })

  test('changes by less than a tenth of the relative luminance do not count', () => {
    const from = frameOfColor(gray(0.3))
    assert.ok(!isFlashing(inTurn(from, frameOfColor(gray(0.39)), 8)))
    assert.ok(isFlashing(inTurn(from, frameOfColor(gray(0.41)), 8)))
  })

  test('nor do changes whose darker state is 0.80 or brighter', () => {
    assert.ok(!isFlashing(inTurn(frameOfColor(gray(0.82)), bright, 8)))
    assert.ok(isFlashing(inTurn(frameOfColor(gray(0.78)), bright, 8)))
  })

  test('a slow fade is one change, however many frames it takes', () => {
    const fade = function* (perSecond: number) {
      for (let at = 0; at < 3 * rate; at += 1)
        yield frameOfColor(gray(0.5 - 0.5 * Math.cos((2 * Math.PI * perSecond * at) / rate)), small)
    }
    assert.ok(!isFlashing(fade(1), { of: small }))
    assert.ok(!isFlashing(fade(3), { of: small }))
    assert.ok(isFlashing(fade(5), { of: small }))
  })

  test('flashes of at most a quarter of a visual field are below the threshold', () => {
    // A quarter of 341 × 256 pixels is 21,824: 80 pixels of 270 lines are 21,600 of one field.
    assert.ok(!isFlashing(inTurn(dark, partly(60 / 480), 8)))
    assert.ok(isFlashing(inTurn(dark, partly(120 / 480), 8)))
    const spread = frameOf((x) => (x < 45 || x >= 435 ? white : black))
    assert.ok(!isFlashing(inTurn(dark, spread, 8)), 'two areas that do not fit into one field')
  })

  test('a small GIF fills the field, as players enlarge it', () => {
    const of = { width: 60, height: 60 }
    const frames = [frameOfColor(black, of), frameOfColor(white, of)] as const
    assert.ok(isFlashing(inTurn(...frames, 4), { of }))
  })

  test('areas that flash in turn are counted together', () => {
    const corners = [0, 1, 2, 3].map((corner) =>
      frameOf((x, y) => (Number(x >= 240) + 2 * Number(y >= 135) === corner ? white : black)),
    )
    const frames = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? dark : corners[(at >> 1) % 4]!))
    assert.ok(isFlashing(frames))
  })

  test('moving pictures, grain and fine patterns do not flash', () => {
    const of = { width: 160, height: 90 }
    const pan = Array.from({ length: 2 * rate }, (_, at) =>
      frameOf((x, y) => gray(0.5 + 0.4 * Math.sin((x + at) / 30) * Math.cos(y / 25)), of),
    )
    assert.ok(!isFlashing(pan, { of }))
    let state = 1
    const random = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16) / 65_536
    const grain = Array.from({ length: rate }, () => frameOf(() => gray(0.4 + 0.4 * (random() - 0.5)), of))
    assert.ok(!isFlashing(grain, { of }), 'grain')
    const noise = Array.from({ length: rate }, () => frameOf(() => (random() < 0.5 ? black : white), of))
    assert.ok(!isFlashing(noise, { of }), 'white noise')
    const pattern = (phase: number) =>
      frameOf((x, y) => (((x >> 1) + (y >> 1) + phase) % 2 === 0 ? white : black))
    assert.ok(!isFlashing(inTurn(pattern(0), pattern(1), 12)), 'squares of two pixels')
    const board = (phase: number) =>
      frameOf((x, y) => ((Math.floor(x / 60) + Math.floor(y / 60) + phase) % 2 === 0 ? white : black))
    assert.ok(isFlashing(inTurn(board(0), board(1), 4)), 'squares of sixty pixels')
  })

  test('is measured over the actual times of the frames', () => {
    assert.ok(isFlashing(inTurn(dark, bright, 12), { ms: 60 }))
    assert.ok(!isFlashing(inTurn(dark, bright, 12), { ms: 170 }))
    assert.ok(isFlashing(inTurn(dark, bright, 12), { ms: 10 }), 'which browsers show for 100 ms')
  })

  test('frames of 10 ms and less are shown for 100 ms, as in browsers', () => {
    const slow = Array.from({ length: 32 }, (_, at) => (at % 4 < 2 ? dark : bright))
    assert.ok(!isFlashing(slow, { ms: 10 }), 'two and a half per second')
    assert.ok(isFlashing(slow, { ms: 11 }))
  })

  test('continues where the animation loops', () => {
    const once = [dark, dark, bright, dark]
    assert.ok(!isFlashing(once))
    assert.ok(isFlashing(once, { loops: 0 }))
    assert.ok(isFlashing(once, { loops: 9 }))
    assert.ok(!isFlashing(once, { loops: 2 }))
    assert.ok(!isFlashing([bright], { loops: 0 }), 'a still picture')
    const slow = [...inTurn(dark, bright, 1)]
    assert.ok(!isFlashing(slow, { loops: 0 }))
    const atBothEnds = [dark, bright, dark, bright, dark, bright, dark]
    const pause = Array<Uint8Array>(2 * rate).fill(dark)
    assert.ok(isFlashing([...atBothEnds, ...pause, ...atBothEnds], { loops: 0 }))
  })

  test('transparent pixels are shown on middle gray', () => {
    const clear = frameOfColor([0, 0, 0, 0])
    for (const other of [dark, bright]) assert.ok(isFlashing(inTurn(clear, other, 4)))
  })
})

suite('red flashes', () => {
  /** As bright as the red with which they alternate. */
  const dullGreen = frameOfColor([0, 135, 60])
  const darkRed = frameOfColor([150, 0, 0])

  test('more than three changes to a saturated red within a second flash, at any luminance', () => {
    const greyAsBright = frameOfColor(gray(0.2126))
    assert.ok(isFlashing(inTurn(frameOfColor(red), greyAsBright, 4)))
    assert.ok(!isFlashing(inTurn(frameOfColor(red), greyAsBright, 3, 4)))
    assert.ok(isFlashing(inTurn(darkRed, frameOfColor(gray(0.07)), 4)))
  })

  test('changes between other colors of one luminance do not', () => {
    assert.ok(!isFlashing(inTurn(dullGreen, frameOfColor(gray(0.17)), 8)))
    assert.ok(!isFlashing(inTurn(frameOfColor([188, 90, 90]), frameOfColor([110, 125, 110]), 8)))
  })

  test('nor do those of a small area', () => {
    const part = frameOf((x) => (x < 60 ? red : gray(0.2126)))
    assert.ok(!isFlashing(inTurn(part, frameOfColor(gray(0.2126)), 8)))
  })
})
