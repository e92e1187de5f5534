import type { ErrorText } from '../lib/errors/error-text.ts'
import { AppError } from '../lib/app-error.ts'

export const passwordLength = { min: 10, max: 200 }

/**
 * The most frequently leaked passwords that are long enough; attackers try them first. Length does the rest, so no rule
 * requires digits or symbols.
 */
const commonPasswords = new Set([
  ...['1234567890', '0123456789', '0987654321', '12345678910', '123456789a', '123456789q', '1234554321'],
  ...[
    '1q2w3e4r5t',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'q1w2e3r4t5',
    'q1w2e3r4t5y6',
    'qazwsxedcrfv',
    'zaq12wsxcde3',
  ],
  ...[
    'qwertyuiop',
    'qwerty1234',
    'qwerty12345',
    'qwerty123456',
    'qwerty123!',
    'qwertyuiop123',
    'asdfghjkl123',
  ],
  ...['asdfghjkl;', 'asdfasdfasdf', 'abcdefghij', 'abcdefghijk', 'abcd123456', 'abc1234567', 'abc123456789'],
  ...[
    'password12',
    'password123',
    'password1234',
    'password12345',
    'password123!',
    'passwordpassword',
    'mypassword',
  ],
  ...[
    'passw0rd123',
    'p@ssw0rd123',
    'p@ssword123',
    'changeme123',
    'changeme1234',
    'administrator',
    'welcome123',
  ],
  ...[
    'welcome1234',
    'letmein123',
    'letmein1234',
    'iloveyou12',
    'iloveyou123',
    'iloveyouforever',
    'princess123',
  ],
  ...[
    'football123',
    'baseball123',
    'basketball',
    'sunshine123',
    'superman123',
    'liverpool123',
    'monkey12345',
  ],
  ...['dragon12345', 'michael123', 'jennifer123', 'jordan12345', 'pokemon123', 'computer123', 'internet123'],
  ...[
    'trustno1trustno1',
    'correcthorsebatterystaple',
    'christopher',
    'alexander1',
    'chocolate1',
    'butterfly1',
  ],
])

/** Throws AppError invalid_value, naming `field`, for a password that is too short, too long or easily guessed. */
export function checkPassword(password: string, email: string, field: string): void {
  const fault = findFault(password.normalize('NFC'), email)
  if (fault !== null) throw new AppError('invalid_value', fault, { field })
}

function findFault(password: string, email: string): ErrorText | null {
  const length = [...password].length
  if (length < passwordLength.min) return { detail: 'passwordTooShort', min: passwordLength.min }
  if (length > passwordLength.max) return { detail: 'passwordTooLong', max: passwordLength.max }
  const folded = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  if (folded === address || folded === address.split('@')[0]) {
    return { detail: 'passwordIsEmail' }
  }
  if (commonPasswords.has(folded) || new Set(folded).size < 3) {
    return { detail: 'passwordTooCommon' }
  }
  return null
}
