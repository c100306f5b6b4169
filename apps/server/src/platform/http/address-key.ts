import { isIPv4, isIPv6 } from 'node:net';

/**
 * What one caller is counted under. An IPv6 caller holds at least a network of 64 bits and could use a new address
 * for every call, so the network is counted. A caller whose address is not known any more shares one count.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'gone';
  if (!address.includes(':')) return address;
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail] = (plain.split('%', 1)[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - width }, () => '0');
  const network = [...groups, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
