import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** What the operator allows. */
export interface OutboundSettings {
  /** Networks that may be reached beside the public internet, as `address/bits`. */
  readonly networks: readonly string[];
  /** Whether messages may go without encryption. */
  readonly allowHttp: boolean;
}

/** Where a server may send to. Tests bring their own. */
export interface OutboundPolicy {
  readonly allowHttp: boolean;
  /** Whether a connection to this IP address may be made. */
  readonly isAllowed: (address: string) => boolean;
  /** Every address of a host name; throws when it has none. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

const NETWORK_PATTERN = /^([0-9A-Fa-f:.]+)\/(\d{1,3})$/;

/** Whether the text is a network such as 10.1.0.0/16 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits = ''] = NETWORK_PATTERN.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** The policy of a running server: the public internet by https, and what the operator named. */
export function outboundPolicy(settings: OutboundSettings = { networks: [], allowHttp: false }): OutboundPolicy {
  const named = new BlockList();
  for (const network of settings.networks) {
    const [address = '', bits = ''] = network.split('/');
    named.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    allowHttp: settings.allowHttp,
    isAllowed: (address) => isPublicAddress(address) || isWithin(named, address),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  };
}

/** A network of IPv4 does not let its IPv4-mapped form in: what is meant is to be written as it is. */
function isWithin(networks: BlockList, address: string): boolean {
  const family = isIP(address);
  if (family === 4) return networks.check(address, 'ipv4');
  return family === 6 && !isMapped(address) && networks.check(address, 'ipv6');
}

const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');
const isMapped = (address: string): boolean => mapped.check(address, 'ipv6');
