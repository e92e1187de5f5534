import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { randomId } from '../lib/ids.ts'
import { anyCaller, type Caller } from './caller.ts'
import { HashingQueue } from './hashing-queue.ts'

/** OWASP's choice for little memory: 32 MB for each hashing. */
const cost = { logN: 15, r: 8, p: 3 }
const saltBytes = 16
const hashBytes = 32

/** Each hashing takes a core and 32 MB for a while: more at once would starve the rest. */
const maxAtOnce = 2
/** The last of them waits for a minute where a hashing takes 0.6 s. */
const maxWaiting = 200
const madeLength = 20

/**
 * A password as it is kept: with its salt and what it cost. Throws AppError unavailable when too many are hashed, and
 * rate_limited when too many of this caller.
 */
export async function hashPassword(password: string, caller: Caller = anyCaller): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost, caller)
  const { logN, r, p } = cost
  return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether the password is the one of the hash; takes as long when there is none. Throws as `hashPassword` does. */
export async function isPassword(
  password: string,
  kept: string | null,
  caller: Caller = anyCaller,
): Promise<boolean> {
  const [, logN, r, p, salt, hash] = (kept ?? nobodys).split('$')
  const right = Buffer.from(hash ?? '', 'base64url')
  const costThen = { logN: Number(logN), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt ?? '', 'base64url'), costThen, caller)
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

const queue = new HashingQueue({ maxAtOnce, maxWaiting })

function derive(
  password: string,
  salt: Buffer,
  { logN, r, p }: typeof cost,
  caller: Caller,
): Promise<Buffer> {
  const N = 2 ** logN
  const hashing = () =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFC'), salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
        error === null ? resolve(hash) : reject(error),
      )
    })
  return queue.run(hashing, caller)
}
