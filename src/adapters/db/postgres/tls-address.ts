/**
 * The address of a database for `pg`, which treats every `sslmode` as `verify-full` and warns about it. So that an
 * address means the same to this program, psql and pg_dump, `pg` is told to follow libpq's documentation: `require`
 * encrypts but checks no certificate unless `sslrootcert` names one, and `verify-ca` checks its authority.
 */
export function addressForPg(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const mode = address.searchParams.get('sslmode')
  if (mode === null || mode === 'no-verify' || address.searchParams.has('uselibpqcompat')) return url
  address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** The address for libpq's programs, and the password, which must not appear in the list of processes. */
export function addressForLibpq(url: string): { address: string; password: string | null } {
  const address = new URL(url)
  const { password } = address
  address.password = ''
  const parameters = address.searchParams
  parameters.delete('uselibpqcompat')
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require')
  return { address: address.href, password: password === '' ? null : decodeURIComponent(password) }
}
