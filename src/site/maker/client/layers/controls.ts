import { createElement } from '../elements.ts'

/** A field for one property of a layer. `show` puts the layer's value into it, and changes nothing else. */
export type Control<L> = { element: HTMLElement; show: (layer: L) => void }

/** Changes the selected layer. */
export type Edit<L> = (change: (layer: L) => L) => void

/** What each control has: its id, its label, and how the value is read from and written to the layer. */
export type Binding<L, V> = {
  name: string
  label: string
  get: (layer: L) => V
  set: (layer: L, value: V) => L
}

/** A slider with its value beside the label. */
export function rangeControl<L>(
  edit: Edit<L>,
  { name, label, get, set, min, max, step, format }: Binding<L, number> & RangeLimits,
): Control<L> {
  const input = inputOfType('range', name)
  input.min = String(min)
  input.max = String(max)
  input.step = String(step)
  const output = createElement('output', 'layer-field__value')
  output.htmlFor.add(input.id)
  const show = (value: number) => {
    output.textContent = format(value)
    input.setAttribute('aria-valuetext', format(value))
  }
  input.addEventListener('input', () => edit((layer) => set(layer, Number(input.value))))
  const element = fieldOf(input, label)
  element.querySelector('label')?.after(output)
  element.classList.add('layer-field--range')
  return {
    element,
    show: (layer) => {
      const value = get(layer)
      if (Number(input.value) !== value) input.value = String(value)
      show(value)
    },
  }
}

export type RangeLimits = { min: number; max: number; step: number; format: (value: number) => string }

/** A field for a number; an empty one stands for null. What is no number in the range changes nothing. */
export function numberControl<L>(
  edit: Edit<L>,
  {
    name,
    label,
    get,
    set,
    min,
    max,
    step,
    placeholder = '',
  }: Binding<L, number | null> & { min: number; max: number; step: number; placeholder?: string },
): Control<L> & { input: HTMLInputElement } {
  const input = inputOfType('number', name)
  input.min = String(min)
  input.max = String(max)
  input.step = String(step)
  input.inputMode = 'decimal'
  input.placeholder = placeholder
  input.addEventListener('input', () => {
    const value = input.value.trim() === '' ? null : Number(input.value)
    if (input.validity.badInput) return
    if (value !== null && (!Number.isFinite(value) || value < min || value > max)) return
    edit((layer) => set(layer, value))
  })
  let shown: number | null = null
  const write = () => {
    input.value = shown === null ? '' : String(Math.round(shown * 1000) / 1000)
  }
  // What was no number in the range goes away again.
  input.addEventListener('change', write)
  return {
    element: fieldOf(input, label),
    input,
    show: (layer) => {
      shown = get(layer)
      if (document.activeElement !== input) write()
    },
  }
}

/** A field for a color. */
export function colorControl<L>(edit: Edit<L>, { name, label, get, set }: Binding<L, string>): Control<L> {
  const input = inputOfType('color', name)
  input.addEventListener('input', () => edit((layer) => set(layer, input.value)))
  const element = fieldOf(input, label)
  element.classList.add('layer-field--color')
  return {
    element,
    show: (layer) => {
      const value = get(layer).slice(0, 7).toLowerCase()
      if (input.value !== value) input.value = value
    },
  }
}

/** A box to tick. */
export function checkControl<L>(edit: Edit<L>, { name, label, get, set }: Binding<L, boolean>): Control<L> {
  const input = inputOfType('checkbox', name)
  input.addEventListener('change', () => edit((layer) => set(layer, input.checked)))
  const element = fieldOf(input, label)
  element.prepend(input)
  element.classList.add('field--check')
  return { element, show: (layer) => void (input.checked = get(layer)) }
}

/** A few choices, each a radio button that looks like a button. `dress` may change how a choice looks. */
export function choiceControl<L, V extends string>(
  edit: Edit<L>,
  {
    name,
    label,
    get,
    set,
    choices,
    dress,
  }: Binding<L, V> & {
    choices: readonly { value: V; label: string }[]
    dress?: (choice: HTMLElement, value: V) => void
  },
): Control<L> {
  const element = createElement('fieldset', 'field layer-choices')
  element.append(createElement('legend', 'field__label', label))
  const inputs = choices.map(({ value, label }) => {
    const input = inputOfType('radio', `${name}-${value}`)
    // Radio buttons need a name to be a group, and one that is sent with no form.
    input.name = `layer-${name}`
    input.setAttribute('form', '')
    input.value = value
    input.className = 'visually-hidden'
    const choice = createElement('label', 'layer-choice')
    const text = createElement('span', '', label)
    dress?.(text, value)
    choice.append(input, text)
    element.append(choice)
    input.addEventListener('change', () => edit((layer) => set(layer, value)))
    return input
  })
  return {
    element,
    show: (layer) => {
      const value = get(layer)
      for (const input of inputs) input.checked = input.value === value
    },
  }
}

/** An input of the editor, which has no name: it is the hidden field that is sent. */
export function inputOfType(type: string, name: string): HTMLInputElement {
  const input = createElement('input')
  input.type = type
  input.id = `layer-${name}`
  return input
}

/** A control with its label. */
export function fieldOf(control: HTMLElement, label: string): HTMLElement {
  const element = createElement('div', 'field layer-field')
  const name = createElement('label', '', label)
  name.htmlFor = control.id
  element.append(name, control)
  return element
}
