import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from '../../src/adapters/sources/guard/ip-ranges.ts'

const refused = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'carrier NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
  metadata: ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254', '192.0.0.192'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  broadcast: ['255.255.255.255'],
  reserved: [
    '240.0.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.88.99.1',
  ],
  documentation: ['2001:db8::1', '3fff::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  'IPv4-compatible': ['::127.0.0.1', '::8.8.8.8', '::ffff:0:127.0.0.1'],
  '6to4': ['2002:7f00:1::', '2002:808:808::1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'other special': ['100::1', '2001:20::1', '5f00::1', '4000::1', 'e000::1'],
  'not an address': [
    '',
    'example.com',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '8.8.8.8:80',
    '[2606:4700::1111]',
    ' 8.8.8.8',
  ],
}

for (const [kind, addresses] of Object.entries(refused)) {
  test(`an address is not public when it is ${kind}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
  })
}

test('addresses of the open internet are public', () => {
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
  ]
  for (const address of [...open, '2001:4860:4860::8888', '2a00:1450:4001::1']) {
    assert.equal(isPublicAddress(address), true, address)
  }
})
