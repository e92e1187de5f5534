import assert from 'node:assert/strict'
import test from 'node:test'
import { DamageCount, type DamageWindow } from '#src/render/decode/damage.ts'
import { checkDamage, chooseDecode } from '#src/render/decode/decode-choice.ts'
import { DecoderLog } from '#src/render/decode/decoder-log.ts'

const corrupt = '[warning] in-0: corrupt decoded frame in stream 0'
const lost = '[error] Error while decoding stream #0:0: Invalid data found when processing input'
const concealed = (blocks: number, type: string) =>
  `[h264 @ 0x55] [info] concealing ${blocks} DC, ${blocks} AC, ${blocks} MV errors in ${type} frame`

/** The log line of ffmpeg 5 for a decoded frame; the timestamp is in tenths of a second. */
const frame = (tenths: number, isKey = false) =>
  `[info] decoder -> ist_index:0 type:video frame_pts:${tenths} frame_pts_time:${tenths / 10} ` +
  `best_effort_ts:${tenths} best_effort_ts_time:${tenths / 10} keyframe:${isKey ? 1 : 0} frame_type:2 time_base:1/10`

const window: DamageWindow = { fromStamp: 1, toStamp: 2, isSought: true, blocks: 100 }

function count(lines: string[], changes: Partial<DamageWindow> = {}) {
  const counted = new DamageCount({ ...window, ...changes })
  for (const line of lines) counted.readLine(line)
  return counted.damage
}

/** Frames at these tenths of a second, the first of them a key frame. */
const frames = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => frame(from + index, index === 0))

test('a clip without decoder messages has no damage', () => {
  assert.deepEqual(count(frames(8, 22)), { frames: 10, damagedFrames: 0, firstStamp: null })
})

test('a damaged frame counts within the clip, not before its start or after its end', () => {
  const inside = [...frames(8, 15), corrupt, frame(15), ...frames(16, 20)]
  assert.deepEqual(count(inside), { frames: 10, damagedFrames: 1, firstStamp: 1.5 })
  const before = [frame(8, true), corrupt, frame(9), ...frames(10, 20)]
  assert.equal(count(before).damagedFrames, 0)
  const after = [...frames(8, 20), corrupt, frame(20), lost, frame(21)]
  assert.equal(count(after).damagedFrames, 0)
})

test('the frame on screen at the start counts although it began earlier', () => {
  const lines = [frame(8, true), corrupt, frame(9), ...frames(11, 20)]
  assert.deepEqual(count(lines), { frames: 10, damagedFrames: 1, firstStamp: 1 })
})

test('a packet without a frame counts as one', () => {
  const lines = [...frames(8, 15), lost, lost, frame(17), frame(18), lost]
  assert.deepEqual(count(lines), { frames: 10, damagedFrames: 3, firstStamp: 1.7 })
})

test('a mostly concealed first frame damages all frames up to the next key frame', () => {
  const first = (blocks: number) => [concealed(blocks, 'I'), corrupt, ...frames(8, 15), frame(15, true)]
  const rest = frames(16, 20).slice(1)
  assert.equal(count([...first(60), ...rest]).damagedFrames, 5)
  assert.equal(count([...first(40), ...rest]).damagedFrames, 0)
  assert.equal(count([...first(60), ...rest], { blocks: null }).damagedFrames, 0)
  // Later ones are concealed with the previous frame.
  const later = [...frames(8, 15), concealed(60, 'I'), corrupt, frame(15, true), ...rest]
  assert.equal(count(later).damagedFrames, 1)
})

test('a decoder that starts in the middle of a group damages all frames up to the next key frame', () => {
  const lines = [corrupt, frame(8), ...frames(9, 15).map((line) => line.replace('keyframe:1', 'keyframe:0'))]
  assert.equal(count([...lines, frame(15, true), frame(16)]).damagedFrames, 5)
})

test('frames that a decoder drops after a seek are damage; those before the first of a file are not', () => {
  const late = frames(15, 20)
  assert.deepEqual(count(late), { frames: 10, damagedFrames: 5, firstStamp: 1 })
  assert.equal(count(late, { isSought: false }).damagedFrames, 0)
})

test('the log of ffmpeg 7 is read like that of ffmpeg 5', () => {
  const seven = (tenths: number) =>
    `[vist#0:0/h264 @ 0x5] [dec:h264 @ 0x6] [info] decoder -> pts:${tenths} pts_time:${tenths / 10} pkt_dts:1 pkt_dts_time:0.1 duration:1 duration_time:0.1 keyframe:0 frame_type:2 time_base:1/10`
  const lines = [10, 11, 12].map(seven)
  lines.splice(1, 0, '[vist#0:0/h264 @ 0x5] [dec:h264 @ 0x6] [warning] corrupt decoded frame')
  lines.push(
    '[vist#0:0/h264 @ 0x5] [dec:h264 @ 0x6] [error] Error submitting packet to decoder: Invalid data',
  )
  assert.deepEqual(count(lines), { frames: 4, damagedFrames: 2, firstStamp: 1.1 })
})

test('a log of any length takes little memory, and its first errors are kept', () => {
  let lines = 0
  const log = new DecoderLog(() => (lines += 1))
  log.push('[warning] nothing of interest\n[h264 @ 0x5] [error] the fi')
  log.push('rst\nbwrap: no level\n')
  assert.equal(log.errors, '[h264 @ 0x5] the first\nbwrap: no level')
  for (let at = 0; at < 2000; at += 1) log.push(`[error] ${'x'.repeat(9000)}\n`)
  for (let at = 0; at < 2000; at += 1) log.push('y'.repeat(9000))
  assert.ok(log.errors.length < 11_000)
  assert.ok(log.errors.startsWith('[h264 @ 0x5] the first'))
  assert.equal(lines, 2003)
})

test('decoding begins where the fewest frames are damaged, and no further back than necessary', async () => {
  const tried: number[] = []
  const choose = (damaged: (number | null)[]) => {
    tried.length = 0
    return chooseDecode(100, async (place) => {
      const damagedFrames = damaged[tried.length] ?? null
      tried.push(place)
      return damagedFrames === null ? null : { frames: 10, damagedFrames, firstStamp: 1 }
    })
  }
  assert.equal((await choose([0]))?.seekSeconds, 100)
  assert.deepEqual(tried, [100])
  assert.equal((await choose([4, 0]))?.seekSeconds, 80)
  assert.deepEqual(tried, [100, 80])
  assert.equal((await choose([4, 4, 1]))?.seekSeconds, 0)
  // Equally damaged from anywhere: unchanged.
  assert.equal((await choose([4, 4, 4]))?.seekSeconds, 100)
  // The beginning of a long film is out of reach.
  assert.equal((await choose([4, 3, null]))?.seekSeconds, 80)
  assert.equal(await choose([null]), null)
})

test('a clip is refused beyond the share, with the time of the first damage', () => {
  const refused = (firstStamp: number, message: string) =>
    assert.throws(
      () => checkDamage({ frames: 20, damagedFrames: 6, firstStamp }, 0.25, (stamp) => stamp - 10),
      { code: 'media_broken', field: 'start', message },
    )
  refused(16.23, 'The video is damaged from 0:06.2 on; choose another part.')
  refused(10 + 3725, 'The video is damaged from 1:02:05.0 on; choose another part.')
  checkDamage({ frames: 20, damagedFrames: 5, firstStamp: 16 }, 0.25, (stamp) => stamp)
  checkDamage({ frames: 3, damagedFrames: 1, firstStamp: 16 }, 0.25, (stamp) => stamp)
  assert.throws(() => checkDamage({ frames: 1, damagedFrames: 1, firstStamp: 16 }, 0.25, (stamp) => stamp))
})
