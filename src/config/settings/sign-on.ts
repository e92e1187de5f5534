import { list, oneOf, optionalText, secret, text } from '../setting.ts'

/** Signing in by an OpenID provider. */
export const signOnSettings = {
  OIDC_ISSUER: optionalText(
    'The OpenID Connect issuer that people can sign in with, exactly as the provider names it (`issuer` in its `/.well-known/openid-configuration`). Register `SITE_URL/login/callback` there as redirect address and `SITE_URL/` as address after signing out. A private address is fine; use http only within a network that you trust.',
    'an http(s) address',
  ),
  OIDC_CLIENT_ID: text('', 'The client id of this service at the provider.'),
  OIDC_CLIENT_SECRET: secret(text('', 'The client secret; empty for a public client.')),
  OIDC_NAME: text('single sign-on', 'The name of the provider on buttons: “Sign in with …”.'),
  OIDC_SCOPES: list(
    ['openid', 'profile', 'email'],
    'The scopes that are asked for. Some providers tell groups only with `groups`.',
    'comma-separated scopes',
  ),
  OIDC_GROUPS_CLAIM: text('groups', 'The claim that lists the groups of a person.'),
  OIDC_PREMIUM_GROUPS: list(
    [],
    'People in one of these groups have Premium, all others who sign in there do not, each time they sign in. Without any, groups do not decide it.',
    'comma-separated groups',
  ),
  OIDC_ADMIN_GROUPS: list(
    [],
    'The same for admins. Without any, groups make nobody an admin.',
    'comma-separated groups',
  ),
  OIDC_SIGN_UP: oneOf(
    'open',
    ['open', 'closed'],
    'Whether the first sign-in of a person makes an account; with `closed` only people whose verified e-mail address has one get in.',
  ),
  PASSWORD_SIGN_IN: oneOf(
    'on',
    ['on', 'off'],
    '`off` leaves OpenID Connect as the only way in: no sign-up form, no passwords, and sessions that began with one end. API tokens go on.',
  ),
}
