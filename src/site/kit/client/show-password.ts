import { announce } from './dom.ts'
import { kitTexts } from '#texts/kit.ts'

/** Adds a button to every password field that shows the password. Sending the form hides it again. */
export function offerPasswordToggle(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('.field input[type="password"]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'show-password'
    const label = field.labels?.[0]?.textContent ?? kitTexts.password
    const set = (shown: boolean) => {
      field.type = shown ? 'text' : 'password'
      button.textContent = shown ? kitTexts.hidePassword : kitTexts.showPassword
      button.setAttribute('aria-label', `${button.textContent}: ${label}`)
    }
    set(false)
    button.addEventListener('click', () => {
      const shown = field.type === 'password'
      set(shown)
      announce(shown ? kitTexts.passwordShown : kitTexts.passwordHidden)
    })
    field.form?.addEventListener('submit', () => set(false))
    field.after(button)
  }
}
