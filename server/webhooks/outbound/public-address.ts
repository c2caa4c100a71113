import { BlockList, isIP } from 'node:net';

/** Networks of IPv4 that are not the public internet (IANA's registry of special-purpose addresses, and multicast). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and where clouds keep their metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

/** The only networks of IPv6 that are the public internet so far: everything outside is special in some way. */
const PUBLIC_IPV6: readonly [string, number] = ['2000::', 3];

/** Networks within it that are not: they carry another address inside, or belong to nobody. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address inside
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

const specialIPv4 = new BlockList();
for (const [network, bits] of SPECIAL_IPV4) specialIPv4.addSubnet(network, bits, 'ipv4');
const publicIPv6 = new BlockList();
publicIPv6.addSubnet(...PUBLIC_IPV6, 'ipv6');
const specialIPv6 = new BlockList();
for (const [network, bits] of SPECIAL_IPV6) specialIPv6.addSubnet(network, bits, 'ipv6');

/**
 * Whether an IP address belongs to the public internet: not loopback, private, link-local, multicast, metadata or any
 * other special network. An IPv6 address that carries an IPv4 address (mapped, 6to4, NAT64) never does.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !specialIPv4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return publicIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6');
}
