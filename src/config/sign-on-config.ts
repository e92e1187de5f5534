import { addressMistakes } from './address-mistakes.ts'
import type { Env } from './env.ts'

/** The settings of signing in by an OpenID provider; null where none is set. */
export function signOnConfig(env: Env) {
  if (env.OIDC_ISSUER === null) return null
  const groups = { premiumGroups: env.OIDC_PREMIUM_GROUPS, adminGroups: env.OIDC_ADMIN_GROUPS }
  return {
    provider: {
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      name: env.OIDC_NAME,
      scopes: env.OIDC_SCOPES,
      groupsClaim: env.OIDC_GROUPS_CLAIM,
      needsGroups: groups.premiumGroups.length + groups.adminGroups.length > 0,
    },
    rules: { ...groups, name: env.OIDC_NAME, signUpOpen: env.OIDC_SIGN_UP === 'open' },
  }
}

export function signOnMistakes(env: Env): string[] {
  const { OIDC_ISSUER: issuer } = env
  if (issuer === null) {
    return env.PASSWORD_SIGN_IN === 'off'
      ? ['PASSWORD_SIGN_IN=off needs OIDC_ISSUER, or nobody could sign in']
      : []
  }
  return [
    ...addressMistakes('OIDC_ISSUER', issuer),
    ...(issuer.includes('/.well-known/')
      ? ['OIDC_ISSUER must be the issuer itself, without /.well-known/…']
      : []),
    ...(env.OIDC_CLIENT_ID === '' ? ['OIDC_ISSUER needs OIDC_CLIENT_ID'] : []),
    ...(env.OIDC_SCOPES.includes('openid') ? [] : ['OIDC_SCOPES must include openid']),
  ]
}
