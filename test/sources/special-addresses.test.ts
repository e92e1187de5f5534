import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { createAddressGuard } from '../../src/adapters/sources/guard/address-guard.ts'
import {
  isInNetworks,
  isPublicAddress,
  networksOfThisMachine,
} from '../../src/adapters/sources/guard/ip-ranges.ts'
import { appError, publicIp, toResolved } from '../support/media/source-fetching.ts'

/**
 * The last address before a range, its first and its last, and the first after it; undefined if that is special too.
 */
const ranges: Record<string, [before: string | null, first: string, last: string, after: string | null]> = {
  'this host, 0/8': [null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  'private, 10/8': ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  'carrier NAT, 100.64/10': ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  'loopback, 127/8': ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  'link-local, 169.254/16': ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  'private, 172.16/12': ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  'protocols, 192.0.0/24': ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  'documentation, 192.0.2/24': ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  'AS112, 192.31.196/24': ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
  'AMT, 192.52.193/24': ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
  '6to4 relays, 192.88.99/24': ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  'private, 192.168/16': ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  'AS112, 192.175.48/24': ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
  'benchmarks, 198.18/15': ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  'documentation, 198.51.100/24': ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  'documentation, 203.0.113/24': ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  'multicast, 224/4': ['223.255.255.255', '224.0.0.0', '239.255.255.255', null],
  'reserved and broadcast, 240/4': [null, '240.0.0.0', '255.255.255.255', null],
  'Azure’s host agent': ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
  'before the allocated part of IPv6': [null, '::', '1fff:ffff::', '2000::'],
  'protocols with Teredo, 2001::/23': ['2000:ffff::', '2001::', '2001:1ff:ffff::', '2001:200::'],
  'documentation, 2001:db8::/32': ['2001:db7:ffff::', '2001:db8::', '2001:db8:ffff::', '2001:db9::'],
  '6to4, 2002::/16': ['2001:ffff::', '2002::', '2002:ffff::', '2003::'],
  'AS112, 2620:4f:8000::/48': ['2620:4f:7fff::', '2620:4f:8000::', '2620:4f:8000:ffff::', '2620:4f:8001::'],
  'documentation, 3fff::/20': ['3ffe:ffff::', '3fff::', '3fff:fff:ffff::', '3fff:1000::'],
  'after the allocated part of IPv6': ['3fff:ffff::', '4000::', 'ffff:ffff:ffff:ffff::', null],
}

for (const [name, [before, first, last, after]] of Object.entries(ranges)) {
  test(`${name} is refused from its first address to its last, and nothing outside it`, () => {
    for (const ip of [first, last]) assert.equal(isPublicAddress(ip), false, ip)
    for (const ip of [before, after].filter((ip) => ip !== null)) assert.equal(isPublicAddress(ip), true, ip)
  })
}

test('IPv6 addresses that embed IPv4 are refused, whatever the IPv4 address', () => {
  for (const four of ['7f00:1', 'a9fe:a9fe', '808:808', '127.0.0.1']) {
    for (const start of [
      ...['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '64:ff9b:1:ffff::'],
      ...['fe80::5efe:', 'fe80::200:5efe:', '2606:4700::5efe:', '2606:4700:1:2:200:5efe:'],
    ]) {
      assert.equal(isPublicAddress(start + four), false, start + four)
    }
  }
  for (const ip of ['2606:4700::5efd:7f00:1', '2606:4700::1:5efe:7f00:1', '2606:4700:5efe:7f00:1::1']) {
    assert.equal(isPublicAddress(ip), true, ip)
  }
})

test('the networks of this machine are refused, including its public addresses', () => {
  const networks = [`${publicIp}/24`, '198.41.0.4/32', '2606:4700:1:2::5/64', '1.2.3.4/0', '2a00::5/16']
  const inside = [publicIp, '93.184.216.1', '198.41.0.4', '2606:4700:1:2::5', '2606:4700:1:2:ffff::1']
  // A tunnel to everywhere would refuse everything.
  const outside = ['93.184.217.1', '198.41.0.5', '2606:4700:1:3::5', '9.9.9.9', '2a00:1::1']
  for (const ip of [...inside, '1.2.3.4', '2a00::5']) assert.equal(isInNetworks(ip, networks), true, ip)
  for (const ip of outside) assert.equal(isInNetworks(ip, networks), false, ip)

  const guard = createAddressGuard({ allowedHosts: [], ports: [80], ownNetworks: () => networks })
  const url = guard.check('http://clips.example.com/')
  for (const ip of inside) {
    const literal = ip.includes(':') ? `[${ip}]` : ip
    assert.throws(() => guard.check(`http://${literal}/`), appError('source_refused'), ip)
    assert.throws(() => guard.checkResolved(url, ['9.9.9.9', ip].map(toResolved)), appError('source_refused'))
  }
  guard.checkResolved(url, [toResolved('9.9.9.9')])
})

test('the networks of this machine are read again each time, since they change', () => {
  let networks: string[] = []
  const guard = createAddressGuard({ allowedHosts: [], ports: [80], ownNetworks: () => networks })
  guard.check(`http://${publicIp}/`)
  networks = [`${publicIp}/32`]
  assert.throws(() => guard.check(`http://${publicIp}/`), appError('source_refused'))
})

test('an own address may be allowed by its exact pair', () => {
  const own = { ports: [80], ownNetworks: () => [`${publicIp}/32`] }
  const guard = createAddressGuard({ allowedHosts: [`${publicIp}:80`], ...own })
  assert.equal(guard.check(`http://${publicIp}/`).hostname, publicIp)
})

test('every address listed by the system is in the networks of this machine', () => {
  const networks = networksOfThisMachine()
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.map((entry) => entry.address),
  )
  for (const ip of addresses) assert.equal(isInNetworks(ip, networks), true, ip)
})
