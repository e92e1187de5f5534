import assert from 'node:assert/strict'
import { chmod, chown } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { Client } from 'pg'
import { connectionConfig, openPostgres } from '#src/adapters/db/postgres/postgres.ts'
import { addressForLibpq } from '#src/adapters/db/postgres/tls-address.ts'
import { loadConfig } from '#src/config/config.ts'
import { makeCertificate, secure } from '../../support/browser/secure-origin.ts'
import { noPostgres, runSql, startPostgres } from '../../support/servers/postgres.ts'
import { until } from '../../support/until.ts'

const limits = { maxConnections: 2, statementTimeoutMs: 30_000 }
const warnings: string[] = []
process.on('warning', ({ message }) => {
  if (/\b(?:ssl|tls)/i.test(message)) warnings.push(message)
})
after(() => assert.deepEqual(warnings, [], 'pg warns of no TLS setting'))

/** The user that the test's server runs as when the test is root. */
const nobody = 65534

describe('PostgreSQL over TLS', { skip: noPostgres || secure.skip }, async () => {
  if (noPostgres !== false || secure.skip !== false) return
  const server = await startPostgres({ after })

  test('sslmode means what it means to psql: require encrypts, verify-ca and verify-full verify the server', async (t) => {
    const url = await server.newDatabase()
    const own = await makeCertificate(t, 'localhost')
    const other = await makeCertificate(t, 'localhost')
    await chmod(own.folder, 0o755)
    await chmod(own.keyFile, 0o600)
    if (process.getuid?.() === 0) await chown(own.keyFile, nobody, nobody)
    await runSql(url, `alter system set ssl_cert_file = '${own.certificateFile}'`)
    await runSql(url, `alter system set ssl_key_file = '${own.keyFile}'`)
    await runSql(url, 'alter system set ssl = on')
    await runSql(url, 'select pg_reload_conf()')
    const byName = url.replace('127.0.0.1', 'localhost')
    await until('the server speaks TLS', () =>
      encryption(`${url}?sslmode=require`).then(Boolean, () => false),
    )

    assert.equal(await encryption(`${url}?sslmode=disable`), false)
    for (const query of [
      'sslmode=require',
      'sslmode=no-verify',
      'sslmode=prefer',
      `sslmode=verify-ca&sslrootcert=${own.certificateFile}`,
    ])
      assert.equal(await encryption(`${url}?${query}`), true, query)
    assert.equal(await encryption(`${byName}?sslmode=verify-full&sslrootcert=${own.certificateFile}`), true)
    for (const [address, query] of [
      [byName, 'sslmode=verify-full'],
      [url, `sslmode=verify-full&sslrootcert=${own.certificateFile}`],
      [byName, `sslmode=verify-full&sslrootcert=${other.certificateFile}`],
      [url, `sslmode=verify-ca&sslrootcert=${other.certificateFile}`],
      [url, `sslmode=require&sslrootcert=${other.certificateFile}`],
    ] as const)
      await assert.rejects(encryption(`${address}?${query}`), /cert/i, query)
    await assert.rejects(
      openPostgres({ ...limits, url: `${byName}?sslmode=verify-full` }),
      /cannot be reached by TLS: .*Add \?sslmode=verify-full/,
    )
  })
})

test('an unknown sslmode, or one whose authority is missing, stops the start with an error message', () => {
  const url = 'postgres://gifwright:hush@db.example.org/gifwright'
  assert.throws(() => loadConfig({ DATABASE_URL: `${url}?sslmode=allow` }), /sslmode in DATABASE_URL must be/)
  assert.throws(() => loadConfig({ DATABASE_URL: `${url}?sslmode=verify-ca` }), /needs sslrootcert/)
  const tlsOf = (query: string) => loadConfig({ DATABASE_URL: url + query }).database?.tls
  assert.deepEqual(
    ['', '?sslmode=disable', '?sslmode=require', '?sslmode=prefer', '?sslmode=verify-full'].map(tlsOf),
    ['off', 'off', 'unchecked', 'unchecked', 'checked'],
  )
  assert.equal(tlsOf('?sslmode=require&sslrootcert=/etc/ssl/own.pem'), 'checked')
})

test('the address passed to pg_dump contains no password and nothing that only pg understands', () => {
  const { address, password } = addressForLibpq(
    'postgres://anna:a%20b%25@db.example.org:5433/gifs?uselibpqcompat=true&sslmode=no-verify',
  )
  assert.equal(address, 'postgres://anna@db.example.org:5433/gifs?sslmode=require')
  assert.equal(password, 'a b%')
})

/** Returns true if the connection to an address is encrypted. */
async function encryption(url: string): Promise<boolean> {
  const client = new Client(connectionConfig({ ...limits, url }))
  await client.connect()
  try {
    const { rows } = await client.query<{ ssl: unknown }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    return Boolean(rows[0]?.ssl)
  } finally {
    await client.end()
  }
}
