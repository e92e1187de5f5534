import { inspectedCalls, refusedCalls } from '../../../scripts/seccomp/system-calls.ts'

const python = '/usr/bin/python3'

/** A command that makes system calls, each in a process of its own; it prints the result of each, one per line. */
export function callProbe(calls: { name: string; number: number; args?: number[] }[]): string[] {
  const source = [
    'import ctypes, json, os, signal, sys',
    'libc = ctypes.CDLL(None, use_errno=True)',
    'for name, number, args in json.loads(sys.argv[1]):',
    '  child = os.fork()',
    '  if child == 0:',
    '    result = libc.syscall(*[ctypes.c_long(word) for word in [number, *args]])',
    '    os._exit(0 if result >= 0 else ctypes.get_errno())',
    '  end = os.waitpid(child, 0)[1]',
    '  how = signal.Signals(os.WTERMSIG(end)).name if os.WIFSIGNALED(end) else os.strerror(os.WEXITSTATUS(end))',
    '  print(f"{name}: {how}", flush=True)',
  ]
  const list = calls.map(({ name, number, args = [] }) => [
    name,
    number,
    [...args, 0, 0, 0, 0, 0].slice(0, 6),
  ])
  return [python, '-c', source.join('\n'), JSON.stringify(list)]
}

/** Every call that a filter refuses whatever its arguments, by its number on this processor. */
export function refusedHere(): { name: string; number: number }[] {
  const processor = process.arch === 'arm64' ? 'arm64' : 'x64'
  return Object.entries(refusedCalls).flatMap(([name, numbers]) => {
    const number = numbers[processor]
    return number === null ? [] : [{ name, number }]
  })
}

/** The number on this processor of a call that a filter inspects. */
export function numberHere(name: keyof typeof inspectedCalls): number {
  return inspectedCalls[name][process.arch === 'arm64' ? 'arm64' : 'x64']
}
