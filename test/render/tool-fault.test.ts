import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { whyNot } from '#src/lib/sandbox/prefixed-command.ts'
import { classifyToolEnd, type ToolEnd, type ToolFault } from '#src/lib/tools/tool-fault.ts'
import { runTool, configureTools, ToolFailure } from '#src/render/tools/run-tool.ts'

const broken = '[h264 @ 0x55] no frame!\nfile:/job/in-0: Invalid data found when processing input'
const noEncoder =
  'Error initializing output stream 0:0 -- Error while opening encoder for output stream #0:0 - maybe incorrect parameters such as bit_rate, rate, width or height'

/** Each text was observed, in ffmpeg 5.1, bubblewrap 0.8, util-linux 2.38 and Node 24, or comes from newer versions. */
const ends: [fault: ToolFault, what: string, end: Partial<ToolEnd>][] = [
  ['input', 'reports a fault of the file', { code: 1, stderr: broken }],
  ['input', 'gives up after too many errors', { code: 69, stderr: broken }],
  [
    'input',
    'was run at a niceness that is not allowed',
    { code: 1, stderr: `nice: cannot set niceness: Permission denied\n${broken}` },
  ],
  ['input', 'quotes the sandbox in the middle of its text', { code: 1, stderr: `${broken}\nbwrap: Can't` }],
  [
    'service',
    'is in a sandbox that cannot be created',
    {
      code: 1,
      stderr:
        "bwrap: Can't bind mount /oldroot/etc/ld.so.cache on /newroot/etc/ld.so.cache: Unable to mount source on destination: No such file or directory",
    },
  ],
  [
    'service',
    'is in a sandbox without a namespace',
    { code: 1, stderr: 'bwrap: Creating new namespace failed: Resource temporarily unavailable' },
  ],
  [
    'service',
    'is in a sandbox without memory for it',
    { code: 1, stderr: 'bwrap: Creating new namespace failed: Cannot allocate memory' },
  ],
  [
    'service',
    'is missing, in a sandbox',
    { code: 1, stderr: 'bwrap: execvp ffmpeg: No such file or directory' },
  ],
  [
    'service',
    'is missing, under limits',
    { code: 127, stderr: 'prlimit: failed to execute ffmpeg: No such file or directory' },
  ],
  ['service', 'may not be run', { code: 126, stderr: 'nice: ‘ffmpeg’: Permission denied' }],
  [
    'service',
    'lacks a library',
    {
      code: 127,
      stderr:
        'ffmpeg: error while loading shared libraries: libx264.so.164: cannot open shared object file: No such file or directory',
    },
  ],
  [
    'service',
    'cannot start a thread of its decoder',
    {
      code: 1,
      stderr: 'Error while opening decoder for input stream #0:0 : Resource temporarily unavailable',
    },
  ],
  ['service', 'cannot start a thread of its encoder', { code: 1, stderr: noEncoder }],
  [
    'service',
    'aborts since it cannot start a thread',
    { code: 134, stderr: 'Assertion failed: (0) == (uv_thread_create(t.get(), start_thread, this))' },
  ],
  ['service', 'is killed', { signal: 'SIGKILL' }],
  ['service', 'is killed in a sandbox', { code: 137 }],
  ['service', 'is told to end', { signal: 'SIGTERM' }],
  ['service', 'is ffmpeg and told to end', { code: 255 }],
  [
    'service',
    'is ffmpeg and told to end repeatedly',
    { code: 123, stderr: 'Received > 3 system signals, hard exiting' },
  ],
  ['service', 'fails and says nothing', { code: 1 }],
  ['memory', 'is refused memory', { code: 1, stderr: `${broken}\nCannot allocate memory` }],
  [
    'memory',
    'is refused memory by its encoder',
    { code: 1, stderr: `x264 [error]: malloc of size 14276308 failed\n${noEncoder}` },
  ],
  [
    'memory',
    'aborts without memory',
    { signal: 'SIGABRT', stderr: "terminate called after throwing an instance of 'std::bad_alloc'" },
  ],
  ['cpu_time', 'exceeds its processor time', { signal: 'SIGXCPU' }],
  ['cpu_time', 'exceeds its processor time, in a sandbox', { code: 152 }],
  ['cpu_time', 'is killed at the limit of its processor time', { code: 137, cpuLimit: 'reached' }],
  ['service', 'is killed in a sandbox after a while', { code: 137, cpuLimit: 'possible' }],
  ['cpu_time', 'is ffmpeg, which catches SIGXCPU', { code: 255, cpuLimit: 'reached' }],
  ['cpu_time', 'is ffmpeg in a sandbox, which catches SIGXCPU', { code: 255, cpuLimit: 'possible' }],
  ['file_size', 'exceeds the size of a file', { signal: 'SIGXFSZ' }],
  [
    'file_size',
    'is told that a file is too large',
    { code: 1, stderr: 'av_interleaved_write_frame(): File too large' },
  ],
  ['disk_full', 'meets a full disk', { code: 1, stderr: 'write: No space left on device' }],
  ['input', 'ends with -EPERM', { code: 255, stderr: 'Error opening input: Operation not permitted' }],
  ...['SIGSEGV', 'SIGSYS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGBUS', 'SIGTRAP'].map(
    (signal): [ToolFault, string, Partial<ToolEnd>] => ['crash', `crashes with ${signal}`, { signal }],
  ),
  ['crash', 'crashes in a sandbox', { code: 139, stderr: broken }],
  ['crash', 'crashes at the limit of its processor time', { code: 139, cpuLimit: 'reached' }],
]

describe('the end of a tool', () => {
  for (const [fault, what, end] of ends) {
    test(`that ${what} is classified as ${fault}`, () => {
      assert.equal(classifyToolEnd({ code: null, signal: null, stderr: '', ...end }), fault)
    })
  }
})

/** Draws pictures for a quarter of an hour, and shows none. */
const busy = [
  '-nostdin',
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=1920x1080:duration=900',
  '-f',
  'null',
  '-',
]

/** Runs until the limit of processor time; returns its failure. */
async function runBusy(): Promise<ToolFailure> {
  const failed = await runTool('ffmpeg', busy, { maxCpuSeconds: 1, onOutput: () => undefined }).catch(
    (error: unknown) => error,
  )
  assert.ok(failed instanceof ToolFailure)
  return failed
}

test('a tool that the kernel ends at its processor time is distinguished from one that is killed', async () => {
  const limited = await runBusy()
  assert.equal(limited.fault, 'cpu_time', limited.message)
})

test('a sandboxed tool, which does not report the usage of its children, is distinguished from a killed one, too', async (t) => {
  const sandbox = { args: ['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--'] }
  const reason = await whyNot(sandbox, ['true'])
  if (reason !== undefined) return t.skip(`no sandbox here: ${reason}`)
  configureTools({ sandbox })
  t.after(() => configureTools({ sandbox: { args: [] } }))
  const limited = await runBusy()
  assert.equal(limited.fault, 'cpu_time', limited.message)
})
