import { readFile, stat } from 'node:fs/promises'

/** The ids of other processes that hold a lock on a file, oldest lock first; empty where the system does not list them. */
export async function lockHolders(file: string): Promise<number[]> {
  try {
    const [{ ino }, locks] = await Promise.all([stat(file), readFile('/proc/locks', 'utf8')])
    const pids = locks.split('\n').flatMap((line) => {
      // 1: POSIX  ADVISORY  READ 4242 fd:01:123456 1073741826 1073742335
      const [, pid, inode] = /^\d+: POSIX +\S+ +\S+ +(\d+) \w+:\w+:(\d+) /.exec(line) ?? []
      return Number(inode) === ino ? [Number(pid)] : []
    })
    // Of a process in another container the system gives 0.
    return [...new Set(pids)].filter((pid) => pid > 0 && pid !== process.pid)
  } catch {
    return []
  }
}
