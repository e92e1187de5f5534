import { runTool } from './tool.ts'

/** Alpha below this is see-through in a GIF, which knows nothing between. */
export const alphaThreshold = 128

/**
 * Whether some pixel of some frame is see-through: that a format has alpha says nothing yet, every GIF has.
 * `input` is the words that open the frames. Throws ToolFailure.
 */
export async function isSeeThrough(input: string[], maxCpuSeconds: number): Promise<boolean> {
  let said = ''
  const key = 'lavfi.signalstats.YMIN'
  const filters = `alphaextract,signalstats,metadata=mode=print:key=${key}:file=-`
  await runTool('ffmpeg', ['-nostdin', '-v', 'error', ...input, '-vf', filters, '-f', 'null', '-'], {
    maxCpuSeconds,
    onOutput: (chunk) => {
      said += chunk.toString('latin1')
    },
  })
  return said.matchAll(/YMIN=(\d+)/g).some(([, lowest]) => Number(lowest) < alphaThreshold)
}
