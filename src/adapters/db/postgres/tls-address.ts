/**
 * The address of a database as `pg` is to read it. `pg` takes `sslmode` as `verify-full` whatever it is, and warns of it;
 * so that one address means the same to this program, psql and pg_dump, it is told to do as libpq documents:
 * `require` encrypts and checks no certificate unless `sslrootcert` names one, `verify-ca` checks its authority.
 */
export function addressForPg(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const mode = address.searchParams.get('sslmode')
  if (mode === null || mode === 'no-verify' || address.searchParams.has('uselibpqcompat')) return url
  address.searchParams.set('uselibpqcompat', 'true')
  return address.href
}

/** The address as libpq's programs take it, and the password, which does not belong into a list of processes. */
export function addressForLibpq(url: string): { address: string; password: string | null } {
  const address = new URL(url)
  const { password } = address
  address.password = ''
  const parameters = address.searchParams
  parameters.delete('uselibpqcompat')
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require')
  return { address: address.href, password: password === '' ? null : decodeURIComponent(password) }
}
