import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { type CleanUp, cleanUp } from '../clean-up.ts'

export const client = { id: 'gifwright', secret: 'the-secret-of-the-client' }

/** The provider's claims about a person. */
export type Person = { email?: string; email_verified?: boolean | string; groups?: string[] }

type Claims = Record<string, unknown>

export type TestOpenIdProvider = {
  issuer: string
  /** The people that it knows, by subject. */
  people: Map<string, Person>
  /** The person who signs in on its request; null cancels. */
  subject: string | null
  /** Replaces the ID token in its answer. */
  replaceIdToken: ((token: string) => string) | null
  /** Answers every request with this instead, like a provider that is down. */
  fault: ((response: ServerResponse) => void) | null
  /** The requested paths. */
  requests: string[]
  /** Registers the service, whose address is known only once it runs. */
  register(siteUrl: string): void
  /** A token with these claims, signed by its own key or another. */
  sign(claims: Claims, by?: 'own' | 'other' | 'none'): string
}

const keyOf = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A certified implementation of an OpenID provider, on loopback. */
export async function startOpenIdProvider(t: CleanUp): Promise<TestOpenIdProvider> {
  const [own, other] = [keyOf(), keyOf()]
  let handle: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    test.requests.push(path)
    if (test.fault !== null) return test.fault(response)
    if (path === '/token' && test.replaceIdToken !== null) replaceToken(response, test.replaceIdToken)
    handle?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(t, async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const test: TestOpenIdProvider = {
    issuer: `http://127.0.0.1:${port}`,
    people: new Map(),
    subject: null,
    replaceIdToken: null,
    fault: null,
    requests: [],
    sign(claims, by = 'own') {
      const header = { alg: by === 'none' ? 'none' : 'RS256', typ: 'JWT', kid: 'own' }
      const text = [header, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      if (by === 'none') return `${text}.`
      const { privateKey } = by === 'own' ? own : other
      return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`
    },
    register(siteUrl) {
      const provider = makeProvider(
        test,
        { ...own.privateKey.export({ format: 'jwk' }), kid: 'own' },
        siteUrl,
      )
      const callback = provider.callback()
      handle = (request, response) => {
        if (request.url?.startsWith('/interaction/') !== true) {
          void callback(request, response)
          return
        }
        const result =
          test.subject === null
            ? { error: 'access_denied', error_description: 'cancelled' }
            : { login: { accountId: test.subject } }
        void provider.interactionFinished(request, response, result)
      }
    },
  }
  return test
}

function makeProvider(test: TestOpenIdProvider, key: Claims, siteUrl: string): Provider {
  return new Provider(test.issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${siteUrl}/login/callback`],
        post_logout_redirect_uris: [`${siteUrl}/`],
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = form
        },
      },
    },
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...test.people.get(subject) }),
    }),
    async loadExistingGrant(ctx) {
      const { provider, session, client } = ctx.oidc
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: client?.clientId })
      grant.addOIDCScope('openid email groups')
      await grant.save()
      return grant
    },
  })
}

/** Changes the ID token of the answer that is about to be sent. */
function replaceToken(response: ServerResponse, replace: (token: string) => string): void {
  const end = response.end.bind(response)
  response.end = ((body: string | Buffer) => {
    const answer = JSON.parse(String(body)) as { id_token?: string }
    if (answer.id_token !== undefined) answer.id_token = replace(answer.id_token)
    const text = JSON.stringify(answer)
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text)
  }) as ServerResponse['end']
}

/** The claims of a token, unchecked. */
export function claimsOf(token: string): Claims {
  const [, body = ''] = token.split('.')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
}

/** A browser without script: it keeps cookies by origin and follows redirects as far as specified. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()

  /** Requests one address and follows no redirect. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const jar = this.#jar(origin)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects until a page, or the address that satisfies `stop`; returns the answer and the address. */
  async visit(
    start: string,
    { stop = () => false }: { stop?: (url: string) => boolean } = {},
  ): Promise<{ response: Response; url: string }> {
    let url = start
    for (let hop = 0; hop < 20; hop++) {
      const response = await this.request(url)
      const location = response.headers.get('location')
      if (location === null) return { response, url }
      url = new URL(location, url).href
      if (stop(url)) return { response, url }
    }
    throw new Error('too many redirects')
  }

  /** Posts a form like a page of the site. */
  post(url: string, values: Record<string, string>): Promise<Response> {
    const headers = { origin: new URL(url).origin }
    return this.request(url, { method: 'POST', body: new URLSearchParams(values), headers })
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(new URL(url).origin).get(name)
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jar(new URL(url).origin).set(name, value)
  }

  forgetCookies(url: string): void {
    this.#cookies.delete(new URL(url).origin)
  }

  #jar(origin: string): Map<string, string> {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    return jar
  }
}
