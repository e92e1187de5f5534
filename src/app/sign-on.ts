import type { Logger } from 'pino'
import { signOnFlows } from '../accounts/sign-on/sign-on-flows.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import type { SignOn } from '../site/site.ts'

/** Signing in by the operator's OpenID provider; null without one. It is not asked before somebody signs in. */
export async function createSignOn(
  { signOn }: Config,
  { secret, clock, log }: { secret: string; clock: Clock; log: Logger },
): Promise<SignOn | null> {
  if (signOn === null) return null
  const { OpenIdProvider } = await import('../adapters/oidc/openid-provider.ts')
  return {
    rules: signOn.rules,
    provider: new OpenIdProvider(signOn.provider, { clock, log }),
    flows: signOnFlows({ secret, clock }),
  }
}
