import { sheets } from './sheets.ts'

/** From this width on there is room for more than one open group beside the stage, and from the other one for all. */
const besideStage = '(min-width: 60.001rem)'
const twoColumns = '(min-width: 110rem)'

const openAlways = ['trim', 'frames']
const openBesideStage = [...openAlways, 'quality']

/** Closes the groups of options that are not needed first; one with an error stays open. */
export function closePanels(form: HTMLFormElement): void {
  const wanted = new Set(sheets.matches ? [] : matchMedia(besideStage).matches ? openBesideStage : openAlways)
  const isWide = matchMedia(twoColumns).matches
  for (const panel of form.querySelectorAll<HTMLDetailsElement>('details[data-panel]')) {
    const isMeant = (isWide && panel.dataset.panel !== 'crop') || wanted.has(panel.dataset.panel ?? '')
    panel.open = isMeant || panel.querySelector('[aria-invalid="true"]') !== null
  }
}
