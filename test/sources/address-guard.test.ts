import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createAddressGuard } from '../../src/adapters/sources/guard/address-guard.ts'
import { loadConfig } from '../../src/config/config.ts'
import { AppError } from '../../src/lib/app-error.ts'
import { appError, publicIp, toResolved } from '../support/media/source-fetching.ts'
import { randomRuns } from '../support/full-run.ts'

const ports = [80, 443, 8080, 8443]
const guard = createAddressGuard({ allowedHosts: [], ports })

const loopbackSpellings = [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0x7f000001',
  '017700000001',
  '2130706433',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '0177.0.0.1',
  '0177.0x0.0.01',
  '127.0.1',
  '0x7f.0x000000000000001',
  '127.0.0.1..',
  '127%2e0%2e0%2e1',
  '１２７．０．０．１',
  '127｡0．0.1',
  '0x7F.1',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[fe80::5efe:127.0.0.1]',
  '[2606:4700::5efe:127.0.0.1]',
]
const privateHosts = [
  '10.1.2.3',
  '192.168.0.1',
  '172.16.5.4',
  '100.64.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '[fe80::1]',
  '[fd00::1]',
  '[ff02::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '[64:ff9b::a9fe:a9fe]',
  '[::ffff:169.254.169.254]',
  '2852039166',
  '0xa9fea9fe',
  '169.254.169.254.',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '192.0.2.1',
  '0.0.0.1',
  '240.0.0.1',
]
const privateNames = [
  'localhost',
  'localhost.',
  'LOCALHOST',
  'localhost..',
  'router',
  'api.localhost',
  'printer.local',
  'db.internal',
  'nas.home.arpa',
  'nas.lan',
  'wiki.corp',
  'hidden.onion',
  'printer.local.',
  'PRINTER.LOCAL',
  'metadata',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'instance-data.ec2.internal',
  'host.docker.internal',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  'web.service.consul',
  'site.test',
  'site.invalid',
  'name.alt',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛocalhost',
  'loc\u00adalhost',
  'printer。local',
  'printer.loc%61l',
]

for (const host of [...loopbackSpellings, ...privateHosts, ...privateNames]) {
  test(`the host ${host} is refused without a network request`, () => {
    assert.throws(() => guard.check(`http://${host}/a.mp4`), appError('source_refused'))
    assert.throws(() => guard.check(`https://${host}:8443/a.mp4`), appError('source_refused'))
  })
}

for (const address of [
  'file:///etc/passwd',
  'ftp://example.com/a.mp4',
  'gopher://example.com/',
  'data:video/mp4;base64,AAAA',
  'javascript:alert(1)',
  'ytsearch:cat',
  'blob:https://example.com/1',
  'ws://example.com/',
  'about:blank',
  'view-source:http://example.com/',
]) {
  test(`${address} is refused, since only http and https are fetched`, () => {
    assert.throws(() => guard.check(address), appError('source_refused', { message: /http/ }))
  })
}

test('user names, passwords and unusual ports are refused', () => {
  for (const address of [
    'http://user@example.com/',
    'http://user:pass@example.com/',
    'http://:pass@example.com/',
  ]) {
    assert.throws(() => guard.check(address), appError('source_refused', { message: /password/ }))
  }
  for (const port of [22, 25, 6379, 8000, 65535, 0]) {
    assert.throws(
      () => guard.check(`http://example.com:${port}/`),
      appError('source_refused', { message: /[Pp]ort/ }),
    )
  }
})

test('a backslash before an @ does not hide the actual host', () => {
  assert.throws(() => guard.check('http://example.com@127.0.0.1/'), appError('source_refused'))
  assert.throws(() => guard.check('http://127.0.0.1\\@example.com/'), appError('source_refused'))
})

test('text that is no address at all is an invalid value', () => {
  const long = `https://example.com/${'a'.repeat(4096)}`
  const growing = `https://example.com/${'é'.repeat(1000)}`
  for (const text of [
    '',
    'cat',
    '//example.com/a',
    '/etc/passwd',
    'http://',
    'http://[::1',
    'http://exa mple.com/',
  ]) {
    assert.throws(() => guard.check(text), appError('invalid_value'), text)
  }
  for (const host of [
    ...[
      '.',
      '..',
      '.example.com',
      'a..example.com',
      'exa$mple.com',
      "exa'mple.com",
      'exa(mple).com',
      'a*.com',
    ],
    ...[
      'exa!mple.com',
      'a;b.com',
      'a&b.com',
      'a=b.com',
      'a,b.com',
      'a+b.com',
      'a~b.com',
      'a`b.com',
      '{a}.com',
    ],
    ...[
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(127)}com`,
      'xn--a',
      '127.0.0.1%00.com',
      '[::1%25lo]',
      '[::1%lo]',
    ],
    ...[
      '1.2.3.4.5',
      '256.1.1.1',
      '08.1',
      'example.0x7f',
      '4294967296',
      'example.com:65536',
      'example.com:-1',
    ],
    ...['example.com:80:80', 'exa mple.com', 'exa%20mple.com', 'exa<mple.com', '127.0.0.1%2f.example.com'],
  ]) {
    const code = host === 'xn--a' ? /^(?:invalid_value|source_refused)$/ : /^invalid_value$/
    assert.throws(
      () => guard.check(`http://${host}/`),
      (error) => error instanceof AppError && code.test(error.code),
      host,
    )
  }
  for (const text of [
    long,
    growing,
    'http://exam\nple.com/',
    'http://example.com/\u0000',
    'http://example.com/\t',
  ]) {
    assert.throws(() => guard.check(text), appError('invalid_value'), text)
  }
})

test('an address is normalized for use, without fragment and final dot', () => {
  assert.equal(
    guard.check('HTTPS://Example.COM.:443/a/../b.mp4?x=1#t=5').href,
    'https://example.com/b.mp4?x=1',
  )
  assert.equal(guard.check('http://bücher.example.com/').href, 'http://xn--bcher-kva.example.com/')
  assert.equal(guard.check(`http://${publicIp}:8080/`).href, `http://${publicIp}:8080/`)
  assert.equal(guard.check('http://[2606:4700::1111]/').href, 'http://[2606:4700::1111]/')
})

test('a lookalike name is fetched and shown by its ASCII letters', () => {
  assert.match(guard.check('http://раypal.example.com/').hostname, /^xn--[a-z0-9-]+\.example\.com$/)
})

test('a literal private address and a name that leads to one are refused with the same message', () => {
  const words = (act: () => unknown) => {
    try {
      act()
    } catch (error) {
      return error instanceof AppError ? [error.code, error.message, error.retry] : error
    }
    return undefined
  }
  const url = guard.check('http://clips.example.com/')
  const expected = words(() => guard.check('http://10.0.0.1/'))
  for (const answers of [['10.0.0.1'], ['127.0.0.1'], ['fd00:ec2::254'], [publicIp, '169.254.169.254'], []]) {
    assert.deepEqual(
      words(() => guard.checkResolved(url, answers.map(toResolved))),
      expected,
    )
  }
  for (const host of ['localhost', 'db.internal', '[::1]', '169.254.169.254']) {
    assert.deepEqual(
      words(() => guard.check(`http://${host}/`)),
      expected,
    )
  }
})

test('a name passes only if all of its addresses are public', () => {
  const url = guard.check('http://clips.example.com/')
  guard.checkResolved(url, [publicIp, '2606:4700::1111'].map(toResolved))
  for (const answers of [
    [],
    ['127.0.0.1'],
    [publicIp, '10.0.0.1'],
    ['::1', publicIp],
    [publicIp, '::ffff:10.0.0.1'],
  ]) {
    assert.throws(() => guard.checkResolved(url, answers.map(toResolved)), appError('source_refused'))
  }
})

test('an allowed host opens exactly its own address and port', () => {
  const open = createAddressGuard({ allowedHosts: ['127.0.0.1:9000', '[::1]:9000', '10.0.0.5:80'], ports })
  for (const address of [
    'http://127.0.0.1:9000/a',
    'https://127.1:9000/',
    'http://[::1]:9000/',
    'http://10.0.0.5/',
  ]) {
    const url = open.check(address)
    open.checkResolved(url, [toResolved(url.hostname.replace(/[[\]]/g, ''))])
  }
  for (const host of [
    '127.0.0.1:9001',
    '127.0.0.1',
    '127.0.0.2:9000',
    '[::ffff:127.0.0.1]:9000',
    'localhost:9000',
    '10.0.0.5',
  ]) {
    assert.throws(() => open.check(`https://${host}/`), appError('source_refused'), host)
  }
  const name = open.check('http://clips.example.com/')
  assert.throws(() => open.checkResolved(name, [toResolved('10.0.0.5')]), appError('source_refused'))
})

test('an allowed host that is not an exact address and port stops the start', () => {
  for (const pair of [
    'localhost:80',
    '127.0.0.1',
    '10.0.0.0/8',
    '*',
    '::1:80',
    '127.1:80',
    '127.0.0.1:0',
    '[::1]:65536',
    '[fe80::1%lo]:80',
    '10.0.0.5:25',
    '10.0.0.5:6667',
    '10.0.0.5:22',
  ]) {
    assert.throws(() => createAddressGuard({ allowedHosts: [pair], ports }), /IP:port/)
  }
})

test('a setting cannot allow a port of another protocol either', () => {
  for (const port of ['25', '22', '6667', '10080', '0', '65536']) {
    assert.throws(() => loadConfig({ SOURCE_PORTS: `443,${port}` }), /SOURCE_PORTS/)
    assert.throws(() => loadConfig({ SOURCE_ALLOWED_HOSTS: `10.0.0.5:${port}` }), /SOURCE_ALLOWED_HOSTS/)
  }
})

test('any input is either a checked http address or a clear refusal', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.ipV4().map((ip) => `http://${ip}`),
      ),
      (text) => {
        try {
          assert.match(guard.check(text).href, /^https?:\/\/[^/@]+\//)
        } catch (error) {
          assert.ok(error instanceof AppError && error.field === 'url')
        }
      },
    ),
    randomRuns(100),
  )
})
