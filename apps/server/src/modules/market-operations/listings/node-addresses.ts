import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

/** Where clouds tell a machine its secrets, and what is next to it on the wire: no node of a network is there. */
const refused = new BlockList();
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addAddress('192.0.0.192', 'ipv4');

const refusedNames: ReadonlySet<string> = new Set(['metadata', 'metadata.google.internal', 'instance-data']);

/** Every address of a node in the parameters of a network, whichever family they are of. */
function nodeUrls(value: unknown): URL[] {
  if (typeof value === 'string') return URL.canParse(value) ? [new URL(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(nodeUrls);
}

/** Without what may be secret: credentials, and the path. */
export function nodeHosts(parameters: unknown): string[] {
  return [...new Set(nodeUrls(parameters).map(({ host }) => host))].sort();
}

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

function isRefused(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && refused.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Credentials do not belong into an address, but for nodes of the Bitcoin family, which have no other place for them.
 *
 * @throws Problem network_wrong, without the address: it may carry a key.
 */
export function requireNodeAddresses({ family, parameters }: { family: string; parameters: unknown }): void {
  for (const { username, password, hostname } of nodeUrls(parameters)) {
    if (family !== 'bitcoin' && (username !== '' || password !== ''))
      throw new Problem('network_wrong', {
        detail: 'The address of a node must not have a user or password.',
      });
    if (refusedNames.has(bare(hostname)) || isRefused(bare(hostname))) throw unreachable();
  }
}

/** Of names, once somebody may ask at all. @throws Problem network_wrong. */
export async function requireResolvedElsewhere(parameters: unknown): Promise<void> {
  for (const { hostname } of nodeUrls(parameters)) {
    // One that nobody knows is not reached, either.
    const found = await lookup(bare(hostname), { all: true }).catch(() => []);
    if (found.some(({ address }) => isRefused(address))) throw unreachable();
  }
}

const unreachable = () =>
  new Problem('network_wrong', { detail: 'The address of a node is one that no node has.' });

/** Which nodes tell about the coins of these markets, of networks that staff added: whoever opens one of them is to know whom it believes. */
export async function nodesOfMarkets(db: QueryExecutorProvider, pairs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ code: string; parameters: unknown }>`
    select distinct blockchains.code, blockchains.parameters
    from pairs join coin_blockchains here on here.coin in (pairs.base, pairs.quote)
      join blockchains on blockchains.code = here.blockchain
    where pairs.code = any (${[...pairs]}) and added_by is not null
  `.execute(db);
  return rows
    .flatMap(({ code, parameters }) => nodeHosts(parameters).map((host) => `${code}: ${host}`))
    .sort();
}
