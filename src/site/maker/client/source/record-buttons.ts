import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'
import { loadModule } from '../lazy-modules.ts'
import type { Limits } from '../options/option-inputs.ts'

export type RecordEvents = {
  /** The recording, or null where the person changed their mind. */
  done: (recording: File | null) => void
  problem: (sentence: string) => void
}

/** The buttons that record the screen or the camera, where the browser can; elsewhere they are hidden, or say why. */
export function offerRecording(form: HTMLFormElement, limits: Limits, events: RecordEvents): void {
  const group = find(form, '[data-record]', HTMLElement)
  const panel = find(form, '[data-recorder]', HTMLElement)
  const isPossible = 'mediaDevices' in navigator && 'MediaRecorder' in globalThis
  find(form, '[data-record-insecure]', HTMLElement).hidden = isSecureContext
  const buttons = [...group.querySelectorAll<HTMLButtonElement>('[data-record-kind]')]
  for (const button of buttons) {
    const kind = button.dataset.recordKind === 'screen' ? 'screen' : 'camera'
    // Phones have no way to record their screen.
    button.hidden = !isPossible || (kind === 'screen' && !('getDisplayMedia' in navigator.mediaDevices))
    button.addEventListener('click', async () => {
      for (const button of buttons) button.disabled = true
      const { maxRecordingSeconds: maxSeconds, maxUploadBytes: maxBytes } = limits
      const result = await loadModule('record')
        .then(({ record }) => record(panel, kind, { maxSeconds, maxBytes }))
        .catch(() => null)
      for (const button of buttons) button.disabled = false
      if (result === null || 'problem' in result)
        events.problem(result?.problem ?? makerTexts.progress.lostWhileSending)
      else events.done(result.recording)
      if (form.dataset.source === 'empty') button.focus()
    })
  }
  group.hidden = buttons.every(({ hidden }) => hidden) && isSecureContext
}
