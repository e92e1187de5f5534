import { type Caller, unknownCaller } from './account.ts'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { randomId } from '../lib/ids.ts'
import { HashingQueue } from './hashing-queue.ts'

/** OWASP's parameters for low memory: 32 MB per hash. */
const cost = { logN: 15, r: 8, p: 3 }
const saltBytes = 16
const hashBytes = 32

/** Each hash takes a core and 32 MB: more at once would starve other work. */
const maxAtOnce = 2
/** The last one waits a minute when a hash takes 0.6 s. */
const maxWaiting = 200
const generatedLength = 20

/**
 * Hashes a password for storage, with its salt and cost parameters. Throws AppError unavailable when too many wait, and
 * rate_limited when too many of this caller do.
 */
export async function hashPassword(password: string, caller: Caller = unknownCaller): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, cost, caller)
  const { logN, r, p } = cost
  return `scrypt$${logN}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Returns true if the password matches the hash; takes as long without a hash. Throws as `hashPassword` does. */
export async function isPassword(
  password: string,
  storedHash: string | null,
  caller: Caller = unknownCaller,
): Promise<boolean> {
  const [, logN, r, p, salt, hash] = (storedHash ?? dummyHash).split('$')
  const right = Buffer.from(hash ?? '', 'base64url')
  const storedCost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt ?? '', 'base64url'), storedCost, caller)
  return storedHash !== null && right.length === given.length && timingSafeEqual(right, given)
}

/**
 * Returns true if a hash has other cost parameters than today's: the password should be hashed again at the next
 * sign-in.
 */
export function needsRehash(storedHash: string): boolean {
  const { logN, r, p } = cost
  return !storedHash.startsWith(`scrypt$${logN}$${r}$${p}$`)
}

/** Generates a random password, for the operator to hand over. */
export function generatePassword(): string {
  return randomId(generatedLength)
}

const dummyHash = `scrypt$${cost.logN}$${cost.r}$${cost.p}$AAAAAAAAAAAAAAAAAAAAAA$`

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
