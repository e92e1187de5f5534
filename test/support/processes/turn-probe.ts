/**
 * Loaded before the server (`--import`): sends by IPC the CPU milliseconds of the longest event loop turn between the
 * messages `begin` and `end`. Measures the CPU time of the thread, so other load on the machine does not count.
 */
let longestMs = 0
let isMeasuring = false
let before = usedMs()

process.on('message', (message) => {
  if (message === 'begin') {
    longestMs = 0
    isMeasuring = true
    before = usedMs()
    setTimeout(turn)
  } else if (message === 'end') {
    isMeasuring = false
    process.send?.(longestMs)
  }
})

/** Runs after each turn of a millisecond or more: as an immediate it would keep an idle loop busy. */
function turn(): void {
  const now = usedMs()
  longestMs = Math.max(longestMs, now - before)
  before = now
  if (isMeasuring) setTimeout(turn)
}

function usedMs(): number {
  // Updates the kernel's count for this thread, which otherwise lags by some milliseconds.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
