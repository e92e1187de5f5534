import type { Logger } from 'pino'
import { signOnFlows } from '../accounts/sign-on/sign-on-flows.ts'
import { OpenIdProvider } from '../adapters/oidc/openid-provider.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import type { SignOn } from '../site/site.ts'

/** Signing in by the operator's OpenID provider; null without one. It is not asked before somebody signs in. */
export function createSignOn(
  { signOn }: Config,
  { secret, clock, log }: { secret: string; clock: Clock; log: Logger },
): SignOn | null {
  if (signOn === null) return null
  return {
    rules: signOn.rules,
    provider: new OpenIdProvider(signOn.provider, { clock, log }),
    flows: signOnFlows({ secret, clock }),
  }
}
