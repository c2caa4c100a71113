import { describe, expect, it } from 'vitest';
import { checkedUrl } from '#server/webhooks/outbound/checked-url.ts';
import { isNetwork, outboundPolicy } from '#server/webhooks/outbound/outbound-policy.ts';
import { isPublicAddress } from '#server/webhooks/outbound/public-address.ts';

const strict = outboundPolicy();
const refusalOf = (url: string, policy = strict) => {
  try {
    return checkedUrl(policy, 'url', url);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe('the public internet', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:53aa:64c:0:0:0:1',
    '2001:10::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '1.2.3',
    '2606:4700::1%lo',
  ])('does not hold %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
    expect(strict.isAllowed(address)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '192.0.3.1', '223.255.255.255', '2606:4700::1111'])(
    'holds %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('networks that the operator names', () => {
  it('are reached too, and nothing beside them', () => {
    const policy = outboundPolicy({ networks: ['10.1.0.0/16', 'fd00::/8', '127.0.0.1/32'], allowHttp: false });
    expect(['10.1.2.3', 'fd12::1', '127.0.0.1', '8.8.8.8'].map((address) => policy.isAllowed(address))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const others = ['10.2.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '::ffff:10.1.2.3', '169.254.169.254'];
    expect(others.filter((address) => policy.isAllowed(address))).toEqual([]);
  });

  it('are written as an address and a number of bits', () => {
    expect(['10.0.0.0/8', '::/0', 'fd00::/8'].every(isNetwork)).toBe(true);
    expect(['', '10.0.0.0', '10.0.0.0/33', '::1/129', 'host/8', '10.0.0.0/8/8', '10.0.0.0/-1'].some(isNetwork)).toBe(
      false,
    );
  });
});

describe('the URL of a receiver', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['https://EXAMPLE.com:8443/a b?c=d#e', 'https://example.com:8443/a%20b?c=d'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('%s is taken as %s', (url, normal) => {
    expect(refusalOf(url)).toBe(normal);
  });

  it.each([
    '',
    'example.com',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://user:password@example.com/',
    'https://token@example.com/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127.0.0.1./',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[fd00:ec2::254]/',
    'https://[64:ff9b::7f00:1]/',
    `https://example.com/${'x'.repeat(4_000)}`,
    'https://example.com/\0',
    'https://example.com/\ud800',
  ])('%s is refused', (url) => {
    expect(refusalOf(url)).toBe('VALIDATION_FAILED');
  });

  it('may be http where the operator says so', () => {
    const lax = outboundPolicy({ networks: ['127.0.0.0/8'], allowHttp: true });
    expect(refusalOf('http://127.0.0.1:4000/', lax)).toBe('http://127.0.0.1:4000/');
  });
});
