import { announce } from '../../kit/client/announce.ts'

/** Every password field gets a button that shows what is typed. It is hidden again when the form is sent. */
export function offerShowing(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('.field input[type="password"]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'show-password'
    const label = field.labels?.[0]?.textContent ?? 'Password'
    const set = (shown: boolean) => {
      field.type = shown ? 'text' : 'password'
      button.textContent = shown ? 'Hide' : 'Show'
      button.setAttribute('aria-label', `${button.textContent}: ${label}`)
    }
    set(false)
    button.addEventListener('click', () => {
      const shown = field.type === 'password'
      set(shown)
      announce(shown ? 'The password is shown.' : 'The password is hidden.')
    })
    field.form?.addEventListener('submit', () => set(false))
    field.after(button)
  }
}
