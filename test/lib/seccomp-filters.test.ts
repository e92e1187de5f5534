import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { describe } from 'node:test'
import { seccompFilters } from '#src/lib/sandbox/seccomp-filters.ts'
import { dataOffsets, opcodes } from '../../scripts/seccomp/assemble.ts'
import { actions, architectures } from '../../scripts/seccomp/filter-program.ts'
import { filtersModule, filtersPath } from '../../scripts/seccomp/filters-module.ts'
import { inspectedCalls, refusedCalls } from '../../scripts/seccomp/system-calls.ts'

type Call = { architecture: number; number: number; args?: number[] }

/** The verdict of a filter on a system call, and the instructions executed: as the kernel runs a filter. */
function runFilter(program: Buffer, { architecture, number, args = [] }: Call) {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, dataOffsets.number)
  data.writeUInt32LE(architecture, dataOffsets.architecture)
  for (const [index, value] of args.entries()) data.writeUInt32LE(value, dataOffsets.argument(index))
  const seen: number[] = []
  let loaded = 0
  for (let place = 0; place * 8 < program.length; place += 1) {
    seen.push(place)
    const [code, value] = [program.readUInt16LE(place * 8), program.readUInt32LE(place * 8 + 4)]
    if (code === opcodes.end) return { action: value, seen }
    if (code === opcodes.load) loaded = data.readUInt32LE(value)
    else {
      const holds = {
        [opcodes.ifEqual]: loaded === value,
        [opcodes.ifAtLeast]: loaded >= value,
        [opcodes.ifAnyBit]: (loaded & value) !== 0,
      }[code as typeof opcodes.ifEqual]
      assert.notEqual(holds, undefined, `an unknown instruction ${code}`)
      place += program.readUInt8(place * 8 + (holds ? 2 : 3))
    }
  }
  throw new Error('The filter runs off its end.')
}

const filters = (['x64', 'arm64'] as const).flatMap((processor) =>
  (['decoder', 'downloader'] as const).map((filter) => ({ processor, filter })),
)

test('the filters match their sources, to the byte', () => {
  assert.equal(readFileSync(filtersPath, 'utf8'), filtersModule())
})

for (const { processor, filter } of filters) {
  describe(`the filter of a ${filter} on ${processor}`, () => {
    const program = Buffer.from(seccompFilters[processor][filter], 'base64')
    const architecture = architectures[processor]
    const seen = new Set<number>()
    const actionOf = (call: Omit<Call, 'architecture'>) => {
      const run = runFilter(program, { architecture, ...call })
      for (const place of run.seen) seen.add(place)
      return run.action
    }
    const numberOf = (name: keyof typeof inspectedCalls) => inspectedCalls[name][processor]

    test('refuses calls that no decoder needs and allows the rest', () => {
      const refused = new Set(Object.values(refusedCalls).map((numbers) => numbers[processor]))
      const inspected = new Set(Object.values(inspectedCalls).map((numbers) => numbers[processor]))
      for (let number = 0; number < 600; number += 1) {
        if (inspected.has(number)) continue
        const expected = refused.has(number) ? actions.refuse : actions.allow
        assert.equal(actionOf({ number }), expected, `call ${number}`)
      }
    })

    test('refuses new namespaces, by any call that makes them', () => {
      const number = numberOf('clone')
      const threadFlags = 0x3d_0f00
      for (const flags of [17, threadFlags, 0x4111]) {
        assert.equal(actionOf({ number, args: [flags] }), actions.allow)
      }
      for (const bit of [17, 25, 26, 27, 28, 29, 30]) {
        assert.equal(actionOf({ number, args: [2 ** bit + 17] }), actions.refuse)
      }
      assert.equal(actionOf({ number: numberOf('clone3') }), actions.pretendMissing)
    })

    test('allows sockets only of the families that it names', () => {
      const allowed = filter === 'decoder' ? [1] : [1, 2, 10]
      for (const name of ['socket', 'socketpair'] as const) {
        for (let family = 0; family < 64; family += 1) {
          const expected = allowed.includes(family) ? actions.allow : actions.refuse
          assert.equal(actionOf({ number: numberOf(name), args: [family, 3] }), expected, `family ${family}`)
        }
      }
    })

    test('allows no input into a terminal', () => {
      const number = numberOf('ioctl')
      for (const request of [0x5412, 0x541c]) {
        assert.equal(actionOf({ number, args: [0, request] }), actions.refuse)
      }
      assert.equal(actionOf({ number, args: [0, 0x5401] }), actions.allow)
    })

    test('ends a process that calls as on another processor', () => {
      for (const other of [0, 0x40000003, 0x40000028, ...Object.values(architectures)]) {
        if (other === architecture) continue
        assert.equal(runFilter(program, { architecture: other, number: 39 }).action, actions.kill)
      }
      const x32 = actionOf({ number: 0x4000_0000 + 39 })
      assert.equal(x32, processor === 'x64' ? actions.kill : actions.allow)
    })

    test('has no unreachable instruction', () => {
      runFilter(program, { architecture: 0, number: 0 }).seen.forEach((place) => seen.add(place))
      assert.deepEqual(
        [...seen].toSorted((a, b) => a - b),
        [...Array(program.length / 8).keys()],
      )
    })
  })
}
