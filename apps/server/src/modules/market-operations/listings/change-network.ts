import { createHash, randomUUID } from 'node:crypto';
import type { listingEndpoints, NetworkChange, StaffNetwork } from '@emporion/contracts/rest';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import { type AuditValues, makeStaffChange, type StaffCall } from '#modules/audit/index.ts';
import { forgetMarkets, loadNetworks, type Network } from '#modules/markets/index.ts';
import { askNode, bitcoinBounds } from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { changesOf } from '../changed-values.ts';
import { nodesField, requireFit } from './check-coin.ts';
import { FieldProblems } from './field-problems.ts';
import { nodeHosts, requireNodeAddresses, requireResolvedElsewhere } from './node-addresses.ts';
import { readStaffCoins } from './read-coins.ts';

interface Wanted {
  readonly change: NetworkChange;
  readonly without_node: boolean;
}
type Row = Pick<Network, 'name' | 'txExplorer' | 'confirmations' | 'parameters'>;
type Draft = Row & { readonly withoutNode: boolean };
type Texts = Record<string, string>;

/** By these a chain is known: another one is another network. */
const identity = ['chain', 'chainId', 'firstBlock'] as const;

/**
 * Corrects a network by one person, while no money has come in over it.
 *
 * @throws Problem second_person_required, and as `checkChange`.
 */
export async function changeNetwork(
  platform: Platform,
  code: string,
  call: StaffCall & { body: z.output<typeof listingEndpoints.changeNetwork.body> },
): Promise<StaffNetwork> {
  const { before, row } = await checkChange(platform, code, call.body);
  await makeStaffChange(platform, call, async (transaction) => {
    await sql`select from blockchains where code = ${code} for update`.execute(transaction);
    if (await hasReceived(transaction, code)) throw new Problem('second_person_required');
    await requireAnswer({ ...before, ...row }, call.body.without_node, 'change.');
    const done = await writeNetwork(transaction, code, row);
    return { action: 'network_changed', object: `network:${code}`, ...done };
  });
  forgetMarkets(platform);
  const network = (await readStaffCoins(platform.database.kysely)).networks.find(
    (each) => each.code === code,
  );
  if (!network) throw new Problem('network_invalid');
  return network;
}

/**
 * Puts a change aside for a second person, who is shown the hosts of nodes and not how one logs in to them.
 *
 * @throws Problem as `checkChange`.
 */
export async function draftNetworkChange(platform: Platform, code: string, wanted: Wanted) {
  const { before, row } = await checkChange(platform, code, wanted);
  const [was, changed] = changedTexts(before, row);
  const draft: Draft = { ...row, withoutNode: wanted.without_node };
  const is = wanted.without_node ? { ...changed, 'node asked': 'no' } : changed;
  const content = JSON.stringify(draft);
  const id = randomUUID();
  await sql`insert into network_drafts (id, network, content) values (${id}, ${code}, ${content}::jsonb)`.execute(
    platform.database.kysely,
  );
  return { network: code, before: was, after: is, draft: id, draft_hash: hashOfValue(draft) };
}

/** Carries a draft out, as it was approved; its nodes are asked now. @throws Problem network_wrong, network_in_use, node_unreachable. */
export async function applyNetworkDraft(
  transaction: QueryExecutorProvider,
  platform: Platform,
  { network: code, draft, draft_hash }: { network: string; draft: string; draft_hash: string },
) {
  await sql`select from blockchains where code = ${code} for update`.execute(transaction);
  const { rows } = await sql<{ content: Draft }>`
    select content from network_drafts where id = ${draft} and network = ${code}
  `.execute(transaction);
  const kept = rows[0]?.content;
  if (!kept || hashOfValue(kept) !== draft_hash) throw new Problem('network_wrong');
  const { withoutNode, ...row } = kept;
  const all = await loadNetworks(transaction);
  const before = all.networks.get(code);
  if (!before) throw new Problem('network_invalid');
  if (isOtherChain(before, row) && (await hasReceived(transaction, code)))
    throw new Problem('network_in_use');
  requireFit(withRow(all, code, row), platform, undefined);
  await requireAnswer({ ...before, ...row }, withoutNode, '');
  return writeNetwork(transaction, code, row);
}

/** Finds everything that is wrong at once, and asks no node. @throws Problem network_invalid, draft_unchanged, and of what was found first, with all of it by field. */
async function checkChange(platform: Platform, code: string, { change }: Wanted) {
  const all = await loadNetworks(platform.database.kysely);
  const before = all.networks.get(code);
  if (!before) throw new Problem('network_invalid');
  const found = new FieldProblems();
  if (before.family !== change.family) throw wrongFamily();
  const { node, nodes } = before.parameters;
  const kept = { ...(node !== undefined && { node }), ...(nodes !== undefined && { nodes }) };
  const row: Row = {
    ...{ name: change.name, txExplorer: change.tx_explorer, confirmations: change.confirmations },
    parameters: { ...kept, ...change.parameters },
  };
  const after = { ...before, ...row };
  if (isOtherChain(before, row) && (await hasReceived(platform.database.kysely, code)))
    for (const name of identity)
      if (name in row.parameters) found.add(`change.parameters.${name}`, 'network_in_use');
  const least = after.family === 'bitcoin' ? bitcoinBounds(after).confirmations : 1;
  if (row.confirmations < least) found.add('change.confirmations', 'number_too_small', { min: least });
  found.refuse();
  requireNodeAddresses(after);
  requireFit(withRow(all, code, row), platform, undefined);
  if (hashOf(rowOf(before)) === hashOf(row)) throw new Problem('draft_unchanged');
  return { before, row };
}

/** Asks the nodes, which nobody does before a fresh code was judged. @throws Problem node_unreachable, network_wrong. */
async function requireAnswer(network: Network, withoutNode: boolean, within: string): Promise<void> {
  await requireResolvedElsewhere(network.parameters);
  const { problem } = await askNode(network, null);
  if (problem === null || withoutNode) return;
  const params = { network: network.name };
  throw new Problem('node_unreachable', {
    params,
    fields: { [`${within}parameters.${nodesField(network)}`]: { code: 'node_unreachable', params } },
  });
}

const wrongFamily = () =>
  new Problem('network_wrong', { fields: { 'change.family': { code: 'value_not_allowed' } } });

const rowOf = ({ name, txExplorer, confirmations, parameters }: Row): Row => ({
  ...{ name, txExplorer, confirmations, parameters },
});

type Networks = Awaited<ReturnType<typeof loadNetworks>>;

/** Also coins that go by the confirmations of the network are held against the new ones. */
function withRow({ networks, coins }: Networks, code: string, row: Row): Networks {
  const network = networks.get(code);
  if (!network) return { networks, coins };
  return {
    networks: new Map(networks).set(code, { ...network, ...row }),
    coins: coins.map((each) =>
      each.network === code && each.confirmations === network.confirmations
        ? { ...each, confirmations: row.confirmations }
        : each,
    ),
  };
}

const isOtherChain = (before: Row, after: Row): boolean =>
  identity.some((name) => (before.parameters[name] ?? null) !== (after.parameters[name] ?? null));

async function hasReceived(db: QueryExecutorProvider, code: string): Promise<boolean> {
  const { rows } = await sql`select from deposits where network = ${code} limit 1`.execute(db);
  return rows.length > 0;
}

async function writeNetwork(transaction: QueryExecutorProvider, code: string, row: Row) {
  const before = (await loadNetworks(transaction)).networks.get(code);
  if (!before) throw new Problem('network_invalid');
  await sql`
    update blockchains set name = ${row.name}, tx_explorer = ${row.txExplorer}, confirmations = ${row.confirmations},
      parameters = ${JSON.stringify(row.parameters)}::jsonb
    where code = ${code}
  `.execute(transaction);
  // Blocks of another chain are no part of this one: it is read from its own beginning.
  if (isOtherChain(before, row))
    for (const table of ['chain_blocks', 'chain_checkpoints'])
      await sql`delete from ${sql.table(table)} where network = ${code}`.execute(transaction);
  const [was, is] = changedTexts(before, row);
  return { before: was, after: is };
}

/** What changes, as people read it: one line for each value, and of nodes where they are. That one logs in to them otherwise is said without the words. */
function changedTexts(before: Row, after: Row): [Texts, Texts] {
  const isSame = hashOfValue(nodesOf(before)) === hashOfValue(nodesOf(after));
  const [was, is] = [texts(before), texts(after)];
  if (!isSame && was.nodes === is.nodes) is.nodes = `${is.nodes} (with another login)`;
  const inWords = (values: AuditValues): Texts =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? 'none')]));
  const [one, other] = changesOf(was, is);
  return [inWords(one), inWords(other)];
}

const nodesOf = ({ parameters: { node, nodes } }: Row) => [node ?? null, nodes ?? null];

function texts({ name, txExplorer, confirmations, parameters }: Row): Texts {
  const { node: _node, nodes: _nodes, ...rest } = parameters;
  const nodes = nodeHosts(parameters).join(', ');
  return {
    ...{ name, explorer: txExplorer, confirmations: String(confirmations), nodes },
    ...flattened(rest),
  };
}

function flattened(values: Readonly<Record<string, unknown>>, within = ''): Texts {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flattened(value as Record<string, unknown>, `${within}${name}.`))
        : [[`${within}${name}`, String(value)]],
    ),
  );
}

const hashOf = (row: Row): string => hashOfValue(rowOf(row));

/** Whatever order the database gives the fields back in. */
function hashOfValue(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)]);
}
