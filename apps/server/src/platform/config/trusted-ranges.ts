import { isIP } from 'node:net';

/** Proxies stand in networks of at most these sizes: 10.0.0.0/8 and fc00::/7 are the widest private ones. */
const prefixMin = { 4: 8, 6: 7 } as const;

const mapped = /^::ffff:(?=[\d.]+$)/i;

interface Range {
  readonly address: string;
  readonly family: 4 | 6;
  readonly prefix: number;
}

function parseRange(text: string): Range | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if ((family !== 4 && family !== 6) || rest.length > 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  if (prefix === undefined) return { address, family, prefix: bits };
  if (!/^(?:0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) return undefined;
  return { address, family, prefix: Number(prefix) };
}

/** An address, or a network such as 10.0.0.0/8. */
export const isRange = (text: string): boolean => parseRange(text) !== undefined;

/** True for a range that holds strangers as well as proxies, such as 0.0.0.0/0: any visitor could claim any address. */
export function isTooWide(text: string): boolean {
  const range = parseRange(text);
  if (range === undefined) return false;
  const { address, family, prefix } = range;
  if (mapped.test(address)) return prefix < 96 + prefixMin[4];
  // The IPv4 addresses lie in ::ffff:0:0/96, which a range from :: on holds.
  if (address === '::') return prefix < 128;
  return prefix < prefixMin[family];
}
