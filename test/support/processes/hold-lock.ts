import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cleanUp, type CleanUp } from '../clean-up.ts'

/** Makes another process hold the write lock of a database; resolves when it has it. */
export async function holdLock(t: CleanUp, file: string): Promise<{ release: () => Promise<void> }> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'lock-holder.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const released = once(holder, 'exit')
  const release = async () => {
    holder.stdin.end()
    await released
  }
  cleanUp(t, release)
  await once(holder.stdout, 'data')
  return { release }
}
