import * as openid from 'openid-client'
import type { Logger } from 'pino'
import type { SignOnClaims } from '../../accounts/sign-on/identity.ts'
import { pkceChallenge, staleSignOn } from '../../accounts/sign-on/sign-on-flows.ts'
import type { SignOnProvider, SignOnRequest } from '../../accounts/sign-on/sign-on-provider.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { CustomFetch } from 'openid-client'
import { isEmail } from '../../accounts/email.ts'

type Claims = Readonly<Record<string, unknown>>

/** More groups than anyone is in; a longer list is cut. */
const maxGroups = 1000

/** Reads the claims of the ID token and the UserInfo, in this order. Untrusted values of another type are ignored. */
function readClaims(
  sources: readonly Claims[],
  groupsClaim: string,
): Pick<SignOnClaims, 'email' | 'emailVerified' | 'groups' | 'authenticatedAt'> {
  // An address and its verification must come from one source: the other may mean another address.
  const ofEmail =
    sources.find(({ email, email_verified: verified }) => isText(email) && typeof verified === 'boolean') ??
    sources.find(({ email }) => isText(email))
  const email = ofEmail?.email
  const groups = sources.map((source) => source[groupsClaim]).find((value) => value !== undefined)
  const authTime = sources[0]?.auth_time
  return {
    email: isText(email) && isEmail(email) ? email : null,
    // No other value verifies it, not even the text "true".
    emailVerified: ofEmail?.email_verified === true,
    groups: (Array.isArray(groups) ? groups : [groups]).filter(isText).slice(0, maxGroups),
    authenticatedAt: typeof authTime === 'number' ? authTime * 1000 : null,
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

const maxDepth = 5
const maxTextLength = 300

/**
 * Describes a fault of the provider for the log: the messages and codes of the errors, and the error that the provider
 * named. The library's errors carry whole answers, with tokens and claims, which must not get into the log.
 */
function describeFault(error: unknown): Error {
  const parts: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < maxDepth; depth++) {
    parts.push(textOf(cause))
    cause = cause.cause
  }
  return new Error(parts.join('; '))
}

function textOf(error: Error): string {
  // Its message repeats the beginning of the unreadable text.
  if (error instanceof SyntaxError) return 'the answer is not JSON'
  const named = ['code', 'error', 'error_description', 'status'].map((key) => read(error, key))
  return [error.message, ...named, challengeOf(error)].filter((text) => text !== '').join(' ')
}

/** Returns the error of a `WWW-Authenticate` header, as in an answer to wrong client credentials. */
function challengeOf({ cause }: Error): string {
  const first: unknown = Array.isArray(cause) ? cause[0] : undefined
  const parameters: unknown =
    typeof first === 'object' && first !== null ? Reflect.get(first, 'parameters') : null
  if (typeof parameters !== 'object' || parameters === null) return ''
  return [read(parameters, 'error'), read(parameters, 'error_description')].join(' ').trim()
}

function read(from: object, key: string): string {
  const value: unknown = Reflect.get(from, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxTextLength) : ''
}

/** The longest that one answer of the provider may take. */
const timeoutSeconds = 10
/** The longest that signing out waits for a provider that is not known yet. */
const logoutWaitMs = 2000
const maxAnswerBytes = 2 ** 20
const metadataValidMs = 60 * 60_000
/** A provider that was down is not asked again for this long, so that its outage does not hold up every sign-in. */
const retryAfterMs = 5000
const timeoutCodes = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])
/** A longer ID token is not kept for signing out, where it would be part of a URL. */
const maxIdTokenLength = 6000

export type OpenIdSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  scopes: readonly string[]
  groupsClaim: string
  /** True if groups decide anything, so that a sign-in without them must not count as one without groups. */
  needsGroups: boolean
}

/** The OpenID provider at `issuer`. Its metadata is requested on first use, not at the start. */
export class OpenIdProvider implements SignOnProvider {
  readonly #settings: OpenIdSettings
  readonly #clock: Clock
  readonly #log: Logger
  #known: { client: Promise<openid.Configuration>; until: number } | undefined

  constructor(settings: OpenIdSettings, { clock, log }: { clock: Clock; log: Logger }) {
    this.#settings = settings
    this.#clock = clock
    this.#log = log
  }

  async authorizationUrl(request: SignOnRequest): Promise<string> {
    const client = await this.#client()
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: request.callbackUrl,
      scope: this.#settings.scopes.join(' '),
      state: request.state,
      nonce: request.nonce,
      code_challenge: pkceChallenge(request.verifier),
      code_challenge_method: 'S256',
      ...(request.reauthenticate ? { prompt: 'login', max_age: '0' } : {}),
    })
    return url.href
  }

  async identify(answerUrl: URL, request: SignOnRequest): Promise<SignOnClaims> {
    const client = await this.#client()
    try {
      const tokens = await openid.authorizationCodeGrant(client, answerUrl, {
        expectedState: request.state,
        expectedNonce: request.nonce,
        pkceCodeVerifier: request.verifier,
        idTokenExpected: true,
      })
      const idToken = tokens.claims()
      if (idToken === undefined) throw new Error('the answer has no ID token')
      const { groupsClaim, needsGroups } = this.#settings
      const isWhole =
        idToken.email !== undefined &&
        idToken.email_verified !== undefined &&
        (!needsGroups || idToken[groupsClaim] !== undefined)
      const hasMore = !isWhole && client.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = hasMore ? await openid.fetchUserInfo(client, tokens.access_token, idToken.sub) : {}
      const hint = tokens.id_token ?? ''
      return {
        ...readClaims([idToken, userInfo], groupsClaim),
        issuer: idToken.iss,
        subject: idToken.sub,
        idToken: hint.length > maxIdTokenLength ? '' : hint,
      }
    } catch (error) {
      throw this.#toAppError(error)
    }
  }

  async logoutUrl(idToken: string, returnUrl: string): Promise<string | null> {
    const known = this.#client().catch(() => null)
    const client = await Promise.race([known, wait(logoutWaitMs)])
    if (client?.serverMetadata().end_session_endpoint === undefined) return null
    return openid.buildEndSessionUrl(client, {
      post_logout_redirect_uri: returnUrl,
      ...(idToken === '' ? {} : { id_token_hint: idToken }),
    }).href
  }

  /** Returns the provider with its metadata, which is requested again after an hour. Throws AppError unavailable. */
  #client(): Promise<openid.Configuration> {
    const now = this.#clock.now()
    if (this.#known !== undefined && now < this.#known.until) return this.#known.client
    const client = this.#discover().catch((error: unknown) => {
      this.#known = { client, until: this.#clock.now() + retryAfterMs }
      throw this.#unreachable(error)
    })
    this.#known = { client, until: now + metadataValidMs }
    return client
  }

  #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    const execute = [
      // The signature of an ID token is checked even though TLS vouches for it: the way to the provider may be plain
      // http.
      openid.enableNonRepudiationChecks,
      ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
    ]
    return openid.discovery(
      new URL(issuer),
      clientId,
      {},
      clientSecret === '' ? openid.None() : clientAuthentication(clientSecret),
      { [openid.customFetch]: boundedFetch(maxAnswerBytes), timeout: timeoutSeconds, execute },
    )
  }

  #toAppError(error: unknown): AppError {
    if (error instanceof AppError) return error
    const cause = describeFault(error)
    if (error instanceof openid.AuthorizationResponseError) {
      if (['temporarily_unavailable', 'server_error'].includes(error.error)) return this.#unreachable(error)
      if (error.error !== 'access_denied')
        this.#log.warn({ err: cause }, 'the OpenID provider refused a sign-in')
      return new AppError('invalid_value', `Signing in with ${this.#settings.name} was canceled.`, { cause })
    }
    if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
      return staleSignOn(cause)
    if (isUnreachable(error)) return this.#unreachable(error)
    this.#log.warn({ err: cause }, 'an answer of the OpenID provider was refused')
    return new AppError('forbidden', `The answer of ${this.#settings.name} could not be verified.`, { cause })
  }

  #unreachable(error: unknown): AppError {
    const cause = describeFault(error)
    this.#log.warn({ err: cause }, 'the OpenID provider cannot be reached')
    return new AppError(
      'unavailable',
      `At the moment, ${this.#settings.name} can’t be reached. Try again later.`,
      { cause },
    )
  }
}

/** Returns HTTP Basic, which every provider must support, unless this one accepts the secret only in the body. */
function clientAuthentication(secret: string): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(secret)
  const post = openid.ClientSecretPost(secret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const inBody = !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (inBody ? post : basic)(server, client, body, headers)
  }
}

/** Returns true if the provider did not answer, or only with a fault of its own. */
function isUnreachable(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TypeError || cause instanceof RangeError) return true
    if ('code' in cause && timeoutCodes.has(String(cause.code))) return true
    if (cause instanceof openid.ResponseBodyError && cause.status >= 500) return true
    if (cause.cause instanceof Response && cause.cause.status >= 500) return true
  }
  return false
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref())
}

/**
 * Returns a fetch that reads at most `maxBytes` of an answer and follows no redirects. It goes wherever the operator's
 * issuer says, even to private addresses: visitors have no influence on it.
 */
function boundedFetch(maxBytes: number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && body !== null && { body }),
      ...(signal !== undefined && { signal }),
    })
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of response.body ?? []) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw new RangeError(`${new URL(url).host} sent more than ${maxBytes} bytes`)
      pieces.push(piece)
    }
    const hasNoBody = [204, 205, 304].includes(response.status)
    return new Response(hasNoBody ? null : Buffer.concat(pieces), {
      status: response.status,
      headers: response.headers,
    })
  }
}
