import { isIPv4, isIPv6 } from 'node:net';

/** A network that a caller is counted in. */
export interface Network {
  readonly key: string;
  /** As many callers as one may expect there: it is allowed as many times what one caller is. */
  readonly callers: number;
}

/**
 * The networks that an address is counted in, the narrowest first. An IPv6 caller holds at least a network of 64 bits
 * and could use a new address for every call; many providers give a customer 56 or 48 bits, which are thousands of such
 * networks, and others put many customers into one of those, so the wider ones are allowed more. A caller whose address
 * is not known any more shares one count.
 */
export function networksOf(address: string | undefined): readonly [Network, ...Network[]] {
  if (address === undefined) return [{ key: 'gone', callers: 1 }];
  const groups = address.includes(':') ? groupsOf(address) : undefined;
  if (groups === undefined) return [{ key: plainOf(address), callers: 1 }];
  const [first, second, third, fourth] = groups;
  const site = `${hex(first)}:${hex(second)}:${hex(third)}`;
  return [
    { key: `${site}:${hex(fourth)}::/64`, callers: 1 },
    { key: `${site}:${hex(fourth & 0xff00)}::/56`, callers: 4 },
    { key: `${site}::/48`, callers: 16 },
  ];
}

/**
 * The same with the /24 and the /16 of an IPv4 address. They order callers by priority and block none: an address of
 * IPv4 tells little about its neighbours, but a flood that changes its addresses often stays within a few networks.
 */
export function withNeighbours(networks: readonly Network[]): readonly Network[] {
  const [own] = networks;
  if (own === undefined || networks.length > 1 || !isIPv4(own.key)) return networks;
  const [first, second, third] = own.key.split('.');
  return [
    own,
    { key: `${first}.${second}.${third}.0/24`, callers: 16 },
    { key: `${first}.${second}.0.0/16`, callers: 256 },
  ];
}

/** What one caller is counted under: the address, or the narrowest network of an IPv6 caller. */
export function addressKey(address: string | undefined): string {
  return networksOf(address)[0].key;
}

/** What somebody is counted under together with whoever might be the same customer: where one is too many, and others of the network lose nothing. */
export function widestOf(networks: readonly Network[]): string {
  return networks.at(-1)?.key ?? '';
}

/** An IPv4 address as it is, also where it is written as an IPv6 one. */
function plainOf(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}

/** The first four groups of an IPv6 address; undefined for what is none. */
function groupsOf(address: string): readonly [number, number, number, number] | undefined {
  const plain = plainOf(address);
  if (isIPv4(plain) || !isIPv6(plain)) return undefined;
  const [head = '', tail] = (plain.split('%', 1)[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - width }, () => '0');
  const [first = '0', second = '0', third = '0', fourth = '0'] = [...groups, ...zeros, ...after];
  return [parse(first), parse(second), parse(third), parse(fourth)];
}

function parse(group: string): number {
  return Number.parseInt(group, 16);
}

function hex(group: number): string {
  return group.toString(16);
}
