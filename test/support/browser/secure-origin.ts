import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import type { Handler } from '../http/origin-server.ts'
import { cleanUp, type CleanUp } from '../clean-up.ts'

/** For tests that need a certificate of their own. */
export const secure = {
  skip:
    spawnSync('openssl', ['version']).status === 0
      ? false
      : 'openssl, which makes the certificate, is missing',
}

/** A key and a certificate for a host name, not trusted by anyone yet, in files; removed when the test ends. */
export async function makeCertificate(t: CleanUp, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-tls-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const how = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ')
  const who = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  await promisify(execFile)('openssl', [...how, ...who, '-keyout', keyFile, '-out', certificateFile])
  return { folder, keyFile, certificateFile }
}

/** A site over TLS, on loopback, that identifies as `name` by a certificate not trusted by anyone yet. */
export async function startSecureOrigin(t: TestContext, name: string, handler: Handler) {
  const { keyFile, certificateFile } = await makeCertificate(t, name)
  const certificate = await readFile(certificateFile, 'utf8')
  const server = createServer({ key: await readFile(keyFile), cert: certificate }, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { certificate, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

/** Makes `certificate` trusted until the test ends. */
export function trust(t: TestContext, certificate: string): void {
  const usual = getCACertificates()
  setDefaultCACertificates([...usual, certificate])
  cleanUp(t, () => setDefaultCACertificates(usual))
}
