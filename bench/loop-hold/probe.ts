/**
 * Loaded before the server (`--import`): says by IPC how much CPU time the longest turn of the event loop took between
 * `begin` and `end`. CPU time of the thread, not wall time, so that other load on the machine does not count.
 */
let longestMs = 0
let isMeasuring = false
let before = usedMs()

process.on('message', (word) => {
  if (word === 'begin') {
    longestMs = 0
    isMeasuring = true
    before = usedMs()
    setImmediate(turn)
  } else {
    isMeasuring = false
    process.send?.(longestMs)
  }
})

/** Once in each turn of the loop. */
function turn(): void {
  const now = usedMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
  if (isMeasuring) setImmediate(turn)
}

function usedMs(): number {
  // Brings the kernel's account of this thread up to date, which is otherwise some milliseconds behind.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
