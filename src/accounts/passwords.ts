import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '../lib/app-error.ts'
import { randomId } from '../lib/ids.ts'

/** OWASP's choice for little memory: 32 MB for each hashing. */
const cost = { logN: 15, r: 8, p: 3 }
const saltBytes = 16
const hashBytes = 32

/** Each hashing takes a core and 32 MB for a while: more at once would starve the rest. */
const maxAtOnce = 2
const maxInLine = 32
const madeLength = 20

/** A password as it is kept: with its salt and what it cost. Throws AppError unavailable when too many are hashed. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost)
  const { logN, r, p } = cost
  return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether the password is the one of the hash; takes as long when there is none. Throws AppError unavailable. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, logN, r, p, salt, hash] = (kept ?? nobodys).split('$')
  const right = Buffer.from(hash ?? '', 'base64url')
  const given = await derive(password, Buffer.from(salt ?? '', 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  })
  return kept !== null && right.length === given.length && timingSafeEqual(right, given)
}

/** Whether a hash was made at another cost than now: the password is to be hashed again when it is next given. */
export function isOutdated(kept: string): boolean {
  const { logN, r, p } = cost
  return !kept.startsWith(`scrypt$${logN}$${r}$${p}$`)
}

/** A password that nobody guesses, for the operator to hand over. */
export function makePassword(): string {
  return randomId(madeLength)
}

const nobodys = `scrypt$${cost.logN}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$`

let running = 0
const line: (() => void)[] = []

async function derive(password: string, salt: Buffer, { logN, r, p }: typeof cost): Promise<Buffer> {
  await enter()
  try {
    const N = 2 ** logN
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
        error === null ? resolve(hash) : reject(error),
      )
    })
  } finally {
    leave()
  }
}

async function enter(): Promise<void> {
  if (running < maxAtOnce) {
    running += 1
    return
  }
  if (line.length >= maxInLine) {
    throw new AppError('unavailable', 'Too many people sign in at once; try again in a moment.', {
      retryAfterSeconds: 10,
    })
  }
  await new Promise<void>((resolve) => line.push(resolve))
}

function leave(): void {
  const next = line.shift()
  if (next === undefined) running -= 1
  else next()
}
