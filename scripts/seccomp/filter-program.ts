import { constants } from 'node:os'
import { assemble, dataOffsets, type Step } from './assemble.ts'
import { inspectedCalls, refusedCalls } from './system-calls.ts'

export const architectures = {
  x64: 0xc000003e, // AUDIT_ARCH_X86_64
  arm64: 0xc00000b7, // AUDIT_ARCH_AARCH64
}

/** The number of the first x32 call; these repeat other calls under other numbers. */
const firstX32Call = 0x4000_0000

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const namespaceFlags = 0x7e02_0000

/** TIOCSTI and TIOCLINUX put input into a terminal that the sandbox may have been started from. */
const terminalInput = [0x5412, 0x541c]

const addressFamilies = { unix: 1, inet: 2, inet6: 10 }

/** The kinds of sockets that each filter allows. */
export const filters = {
  decoder: [addressFamilies.unix],
  downloader: [addressFamilies.unix, addressFamilies.inet, addressFamilies.inet6],
}

/** The kernel's actions, from the lowest to the highest. */
export const actions = {
  allow: 0x7fff_0000, // SECCOMP_RET_ALLOW
  refuse: 0x0005_0000 | constants.errno.EPERM, // SECCOMP_RET_ERRNO
  pretendMissing: 0x0005_0000 | constants.errno.ENOSYS,
  kill: 0x8000_0000, // SECCOMP_RET_KILL_PROCESS
}

/** The bytes of a filter for an architecture. */
export function filterProgram(
  architecture: keyof typeof architectures,
  filter: keyof typeof filters,
): Buffer {
  const numberOf = (name: keyof typeof inspectedCalls) => inspectedCalls[name][architecture]
  const refused = Object.values(refusedCalls).flatMap((numbers) => numbers[architecture] ?? [])
  return assemble([
    { code: 'load', value: dataOffsets.architecture },
    { code: 'ifEqual', value: architectures[architecture], ifFalse: 'kill' },
    { code: 'load', value: dataOffsets.number },
    ...(architecture === 'x64' ? [jump('ifAtLeast', firstX32Call, 'kill')] : []),
    ...refused.map((number) => jump('ifEqual', number, 'refuse')),
    // Its flags are in memory, which no filter can read. The C library falls back to clone.
    jump('ifEqual', numberOf('clone3'), 'pretend missing'),
    jump('ifEqual', numberOf('clone'), 'clone'),
    jump('ifEqual', numberOf('ioctl'), 'ioctl'),
    jump('ifEqual', numberOf('socket'), 'socket'),
    { code: 'ifEqual', value: numberOf('socketpair'), ifTrue: 'socket', ifFalse: 'allow' },
    { label: 'clone', code: 'load', value: dataOffsets.argument(0) },
    { code: 'ifAnyBit', value: namespaceFlags, ifTrue: 'refuse', ifFalse: 'allow' },
    { label: 'ioctl', code: 'load', value: dataOffsets.argument(1) },
    ...terminalInput.map((request) => jump('ifEqual', request, 'refuse')),
    { code: 'end', value: actions.allow },
    { label: 'socket', code: 'load', value: dataOffsets.argument(0) },
    ...filters[filter].map((family) => jump('ifEqual', family, 'allow')),
    { label: 'refuse', code: 'end', value: actions.refuse },
    { label: 'allow', code: 'end', value: actions.allow },
    { label: 'pretend missing', code: 'end', value: actions.pretendMissing },
    { label: 'kill', code: 'end', value: actions.kill },
  ])
}

function jump(code: Step['code'], value: number, ifTrue: string): Step {
  return { code, value, ifTrue }
}
