/** A menu that is open closes by Escape, which gives the focus back, and by a press anywhere else. */
export function closeMenus(): void {
  const open = () => document.querySelector<HTMLDetailsElement>('details[data-menu][open]')
  addEventListener('keydown', ({ key }) => {
    const menu = open()
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  addEventListener('pointerdown', ({ target }) => {
    const menu = open()
    if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
  })
}
