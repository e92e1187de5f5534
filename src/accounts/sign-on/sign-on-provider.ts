import type { SignOnClaims } from './identity.ts'

/** The secrets of one sign-in at the provider, which its answer must fit. */
export type SignOnSecrets = { state: string; nonce: string; verifier: string }

export type SignOnRequest = SignOnSecrets & {
  /** The address to which the provider returns the browser. */
  callbackUrl: string
  /** True if the person must authenticate again, even if the provider knows the browser. */
  reauthenticate: boolean
}

/** The OpenID provider that the operator trusts to say who people are. */
export interface SignOnProvider {
  /** The address to send a browser to. Throws AppError unavailable when the provider cannot be reached. */
  authorizationUrl(request: SignOnRequest): Promise<string>
  /**
   * The person that an answer of the provider is about. `answerUrl` is the address that it sent the browser to. Throws
   * AppError invalid_value when the person canceled, or the answer is stale; forbidden when it is not the provider's, or not the
   * answer to this request; unavailable when the provider cannot be reached.
   */
  identify(answerUrl: URL, request: SignOnRequest): Promise<SignOnClaims>
  /**
   * The address that signs a browser out of the provider and returns to `returnUrl`; null if the provider has none or
   * is down.
   */
  logoutUrl(idToken: string, returnUrl: string): Promise<string | null>
}
