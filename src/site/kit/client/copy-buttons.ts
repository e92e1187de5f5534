import { countUse } from './share.ts'
import { announce } from './dom.ts'
import { kitTexts } from '#texts/kit.ts'

const shownMs = 2000

/** Shows every `data-copy` button and lets it copy the field or the code next to it. */
export function offerCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const source = button.parentElement?.querySelector<HTMLElement>('input, [data-copy-source]')
    if (!source) continue
    const label = button.querySelector('[data-copy-label]') ?? button
    const initialText = label.textContent
    let timer = 0
    button.hidden = false
    button.removeAttribute('data-waits')
    button.addEventListener('click', async () => {
      const done = await copy(source)
      countUse(button, 'copy')
      label.textContent = done ? kitTexts.copied : kitTexts.pressCtrlC
      announce(label.textContent)
      clearTimeout(timer)
      timer = setTimeout(() => {
        label.textContent = initialText
        announce('')
      }, shownMs)
    })
  }
}

/**
 * Copies a text. Browsers refuse the clipboard over plain http: then selects the text instead, to be copied by hand.
 */
async function copy(source: HTMLElement): Promise<boolean> {
  const text = source instanceof HTMLInputElement ? source.value : source.textContent
  try {
    await navigator.clipboard.writeText(text ?? '')
    return true
  } catch {
    if (source instanceof HTMLInputElement) source.select()
    else getSelection()?.selectAllChildren(source)
    return false
  }
}
