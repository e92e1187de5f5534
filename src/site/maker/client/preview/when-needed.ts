import { loadModule } from '../lazy-modules.ts'
import { onSource, type SourceDetail } from '../source/source-event.ts'

/** Loads the preview once there is a source to be seen; without it, everything else works all the same. */
export function previewWhenNeeded(form: HTMLFormElement): void {
  let latest: SourceDetail | undefined
  let isLoading = false
  const stop = onSource(form, (source) => {
    latest = source
    if (source.kind !== 'empty' && !isLoading) void load()
  })
  const load = async () => {
    isLoading = true
    const preview = await loadModule('preview').catch(() => null)
    isLoading = false
    if (preview === null || latest === undefined) return
    stop()
    preview.startPreview(form, latest)
  }
}
