import { classicCaptions } from '../../../../layers/layer-defaults.ts'
import { makerTexts } from '#texts/maker.ts'
import { find, moduleAddress } from '../../../kit/client/dom.ts'
import { inputOf } from '../elements.ts'
import type { startLayers } from './main.ts'
import type { SourceDetail } from '../source/source-event.ts'
import { TypingAhead } from './typing-ahead.ts'

type LayersModule = { startLayers: typeof startLayers }

/** Loads the editor of layers when its panel is open beside a source, or at once where the form holds layers. */
export function offerLayers(form: HTMLFormElement): void {
  const panel = find(form, '[data-panel="captions"]', HTMLDetailsElement)
  const note = find(panel, '[data-layer-note]', HTMLElement)
  let source: SourceDetail | null = null
  const typingAhead = new TypingAhead(panel)
  let pressed: HTMLElement | null = null
  let state: 'none' | 'loading' | 'loaded' = 'none'
  const load = async () => {
    state = 'loading'
    note.textContent = ''
    try {
      const module = (await import(moduleAddress('layers'))) as LayersModule
      state = 'loaded'
      module.startLayers(form, panel, source)
      pressed?.click()
      typingAhead.handOver()
    } catch (error) {
      typingAhead.end()
      state = 'none'
      note.textContent = makerTexts.layersNotLoaded
      throw error
    }
  }
  const isWanted = () => panel.open && source !== null && source.kind !== 'empty'
  const loadIfWanted = () => {
    if (state === 'none' && isWanted()) void load()
  }
  form.addEventListener('gifwright:source', (event) => {
    if (event instanceof CustomEvent) source = event.detail as SourceDetail
    loadIfWanted()
  })
  panel.addEventListener('toggle', loadIfWanted)
  // A button that is pressed before the module is there is pressed again once it is.
  panel.addEventListener('click', ({ target }) => {
    if (state === 'loaded' || !(target instanceof Element)) return
    pressed = target.closest('[data-add-layer]')
    if (pressed === null) return
    loadIfWanted()
    if (state === 'loading' && pressed.dataset.addLayer !== 'blur') typingAhead.begin(pressed)
  })
  takePlainCaptions(form)
  if (inputOf(form, 'layers').value !== '') void load()
}

/** With script, the captions of the plain form are layers like others. */
function takePlainCaptions(form: HTMLFormElement): void {
  const [top, bottom] = [inputOf(form, 'caption_top'), inputOf(form, 'caption_bottom')]
  const field = inputOf(form, 'layers')
  // These are all layers of an earlier try, its captions among them.
  const { withStickers } = field.dataset
  if (withStickers !== undefined) field.value = withStickers
  const captions = withStickers === undefined ? classicCaptions(top.value, bottom.value) : []
  for (const input of [top, bottom]) {
    input.value = ''
    input.disabled = true
  }
  if (captions.length === 0) return
  const others = field.value === '' ? [] : (JSON.parse(field.value) as unknown[])
  field.value = JSON.stringify([...others, ...captions])
}
