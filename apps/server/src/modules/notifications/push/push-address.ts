import { lookup } from 'node:dns';
import { Agent } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * A browser tells us where to push to, and whoever speaks for the browser can tell anything. Nothing of ours and nothing on this machine's own network is a push
 * service: only addresses of the public internet are called, by HTTPS on its own port, and no redirect is followed.
 */
const refused = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  refused.addSubnet(net, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  // An IPv4 address that is written as IPv6 is checked as what it is.
  return family !== 0 && !refused.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether an address may be one of a push service, by how it is written. What its name resolves to is asked as it is called. */
export function mayBePushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password, hostname, port } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '') return false;
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !/(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/.test(bare);
}

/** Resolves a name and answers with public addresses only, at the very moment of the connection: a name that says something else a moment later gains nothing. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const found = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = found;
    if (!first) return callback(new Error('The name leads to no public address.'), '');
    if (options.all) return callback(null, found);
    callback(null, first.address, first.family);
  });
};

export const pushAgent = new Agent({ lookup: publicLookup, keepAlive: false });
