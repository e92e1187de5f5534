import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

let answer: Promise<boolean> | undefined

/** Whether this machine's ffmpeg has the filters that bring high dynamic range down; asked of it once. */
export function canToneMap(): Promise<boolean> {
  answer ??= run('ffmpeg', ['-nostdin', '-hide_banner', '-filters']).then(
    ({ stdout }) => [' zscale ', ' tonemap '].every((filter) => stdout.includes(filter)),
    () => false,
  )
  return answer
}
