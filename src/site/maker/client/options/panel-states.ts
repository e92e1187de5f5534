/** Beside the title of each group: what is chosen in it, so that a closed group says so too. */
export function showPanelStates(form: HTMLFormElement): void {
  const show = () => {
    write(form, 'trim', [form.querySelector('[data-clip-length]')?.textContent ?? ''])
    write(form, 'speed', [speedOf(form), ...checkedFlags(form)])
    write(form, 'quality', [presetOf(form), sizeLimitOf(form)])
    write(form, 'details', [fieldText(form, 'title')])
  }
  form.addEventListener('input', show)
  form.addEventListener('change', show)
  form.addEventListener('gifwright:source', show)
  const length = form.querySelector('[data-clip-length]')
  if (length !== null) new MutationObserver(show).observe(length, { childList: true, characterData: true })
  show()
}

function write(form: HTMLFormElement, panel: string, parts: readonly string[]): void {
  const state = form.querySelector(`[data-panel="${panel}"] > summary .group__state`)
  const text = parts.filter((part) => part !== '').join(' · ')
  if (state !== null && state.textContent !== text) state.textContent = text
}

function speedOf(form: HTMLFormElement): string {
  const speed = fieldText(form, 'speed')
  return form.dataset.source === 'pictures' || speed === '' ? '' : `${speed}×`
}

function checkedFlags(form: HTMLFormElement): string[] {
  const flags = form.querySelectorAll<HTMLInputElement>('[data-panel="speed"] [type="checkbox"]:checked')
  return [...flags].map(({ labels }) => labels?.[0]?.textContent ?? '')
}

function presetOf(form: HTMLFormElement): string {
  const chosen = form.querySelector('[name="preset"]:checked')
  return chosen?.closest('label')?.querySelector('.choice__name')?.textContent ?? ''
}

function sizeLimitOf(form: HTMLFormElement): string {
  const limit = form.elements.namedItem('max_bytes')
  if (!(limit instanceof HTMLSelectElement) || limit.value === '') return ''
  return `≤ ${limit.selectedOptions[0]?.textContent ?? ''}`
}

function fieldText(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value.trim() : ''
}
