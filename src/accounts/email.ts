import { AppError } from '../lib/app-error.ts'

export const emailLength = 254

/** Returns true if a trimmed text can be an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= emailLength && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text)
}

/** Trims an e-mail address. Throws AppError invalid_value for text that cannot be one. */
export function checkEmail(email: string): string {
  const trimmed = email.trim()
  if (!isEmail(trimmed)) {
    throw new AppError('invalid_value', { detail: 'emailShape' }, { field: 'email' })
  }
  return trimmed
}
