import { lookup } from 'node:dns/promises';
import { isRefusedNodeAddress } from '@emporion/chains';
import { type QueryExecutorProvider, sql } from 'kysely';
import { Problem } from '#platform/http/problem.ts';

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
    if (refusedNames.has(bare(hostname)) || isRefusedNodeAddress(bare(hostname))) throw unreachable();
  }
}

/** Resolves names only for authorised callers. Each connection to a node checks its address again. @throws Problem network_wrong. */
export async function requireResolvedElsewhere(parameters: unknown): Promise<void> {
  for (const { hostname } of nodeUrls(parameters)) {
    // One that nobody knows is not reached, either.
    const found = await lookup(bare(hostname), { all: true }).catch(() => []);
    if (found.some(({ address }) => isRefusedNodeAddress(address))) throw unreachable();
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
