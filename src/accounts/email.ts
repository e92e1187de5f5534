import { AppError } from '../lib/app-error.ts'

export const emailLength = 254

/** Trims an e-mail address. Throws AppError invalid_value for text that cannot be one. */
export function checkEmail(email: string): string {
  const trimmed = email.trim()
  if (trimmed.length > emailLength || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(trimmed)) {
    throw new AppError('invalid_value', 'Enter an e-mail address, such as anna@example.org.', {
      field: 'email',
    })
  }
  return trimmed
}
