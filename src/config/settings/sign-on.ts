import { list, oneOf, optionalText, secret, text } from '../setting.ts'

/** Sign-in with an OpenID provider. */
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
    'The scopes to request. Some providers send groups only with `groups`.',
    'comma-separated scopes',
  ),
  OIDC_GROUPS_CLAIM: text('groups', 'The claim that lists a person’s groups.'),
  OIDC_PREMIUM_GROUPS: list(
    [],
    'Each sign-in grants Premium to people in one of these groups, and revokes it from all others. Unset: groups do not affect Premium.',
    'comma-separated groups',
  ),
  OIDC_ADMIN_GROUPS: list(
    [],
    'The same for admins. Unset: groups do not affect admins.',
    'comma-separated groups',
  ),
  OIDC_SIGN_UP: oneOf(
    'open',
    ['open', 'closed'],
    '`open`: the first sign-in creates an account. `closed`: people need an existing account with the same verified e-mail address.',
  ),
  PASSWORD_SIGN_IN: oneOf(
    'on',
    ['on', 'off'],
    '`off` leaves OpenID Connect as the only way in: no sign-up form, no passwords, and sessions that began with a password end. API tokens still work.',
  ),
}
