import type { ChainAnswer, listingEndpoints } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { z } from 'zod';
import {
  type CoinNetwork,
  loadNetworks,
  type Network,
  type Networks,
  requireAdapters,
} from '#modules/markets/index.ts';
import {
  askNode,
  bitcoinBounds,
  contractSpelling,
  type NodeAnswer,
  requireNetworkRows,
  signerOfCoin,
} from '#modules/wallet/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { StartupError } from '#platform/startup/startup-error.ts';
import { FieldProblems } from './field-problems.ts';
import { requireNodeAddresses, requireResolvedElsewhere } from './node-addresses.ts';

export type NewCoin = Omit<z.output<typeof listingEndpoints.previewCoin.body>, 'confirmation' | 'ask_node'>;
export type NewNetwork = NonNullable<NewCoin['new_network']>;
type Given = NewCoin['networks'][number];
/** With its contract in the spelling in which transfers name it, and the decimals that the chain says. */
export type OnNetwork = Given & { readonly decimals: number };

const bitcoinDecimals = 8;
const comparedDecimals = 18;

/** A coin on a network, before the chain was asked about it. */
interface Unasked {
  readonly network: Network;
  readonly given: Given;
  readonly contract: string | null;
  readonly at: string;
  readonly isNew: boolean;
}
export interface CheckedCoin {
  readonly body: NewCoin;
  readonly all: Networks;
  readonly added: Network | undefined;
  readonly places: readonly Unasked[];
}

/**
 * Holds a new coin against what is listed, and finds everything that is wrong with it at once. No node is asked.
 *
 * @throws Problem of what was found first, with all of it by field; network_wrong for an address that no node has.
 */
export async function checkCoin(platform: Platform, body: NewCoin): Promise<CheckedCoin> {
  const { networks, coins } = await loadNetworks(platform.database.kysely);
  const found = new FieldProblems();
  if (await exists(platform.database.kysely, body.code)) found.add('code', 'coin_exists');
  const added = body.new_network === null ? undefined : networkOf(body.new_network, body.code);
  if (added) checkNetwork(added, { networks, body, found, demo: platform.config.demo });
  const known = new Map(added ? [...networks, [added.code, added]] : networks);
  const places = body.networks.flatMap((given, index): Unasked[] => {
    const at = `networks.${index}`;
    const network = known.get(given.network);
    const isRepeated = body.networks.findIndex(({ network: code }) => code === given.network) !== index;
    if (!network || isRepeated) {
      found.add(`${at}.network`, 'network_invalid');
      return [];
    }
    const isNew = network === added;
    checkTerms(network, given, { at, isNew, found });
    const contract = spelled(network, given.contract, { at, coin: body.code, coins, found });
    if (contract === undefined) return [];
    if (given.decimals === null && network.family === 'development')
      found.add(`${at}.decimals`, 'field_required');
    return [{ network, given, contract, at, isNew }];
  });
  found.refuse();
  if (added) requireNodeAddresses(added);
  return { body, all: { networks: known, coins }, added, places };
}

/**
 * Asks the nodes, those of a new network only when somebody proved who they are: to have the server ask an address is a thing that staff do.
 *
 * @throws Problem of what was found first, with all of it by field.
 */
export async function askAboutCoin(
  platform: Platform,
  { body, all, added, places }: CheckedCoin,
  { needsNodes, asksNew }: { needsNodes: boolean; asksNew: boolean },
) {
  const found = new FieldProblems();
  if (added && asksNew) await requireResolvedElsewhere(added.parameters);
  const asked = await Promise.all(
    places.map(async (place) => ({
      place,
      answer: place.isNew && !asksNew ? unasked : await askNode(place.network, place.contract),
    })),
  );
  const listed = asked.flatMap(({ place, answer }): OnNetwork[] => {
    const { network, given, contract, at, isNew } = place;
    if (needsNodes && answer.problem !== null)
      found.add(
        isNew ? `new_network.parameters.${nodesField(network)}` : `${at}.network`,
        'node_unreachable',
        {
          network: network.name,
        },
      );
    const said = answer.decimals;
    const decimals = given.decimals ?? (said === 'none' ? null : said);
    if (said === 'none') found.add(`${at}.contract`, 'contract_unknown');
    else if (said !== null && given.decimals !== null && said !== given.decimals)
      found.add(`${at}.decimals`, 'chain_decimals_differ', { chain: said, given: given.decimals });
    else if (decimals === null && answer !== unasked) found.add(`${at}.decimals`, 'field_required');
    return decimals === null ? [] : [{ ...given, contract, decimals }];
  });
  found.refuse();
  const rows = listed.map((here) => rowOf(here, body, all.networks));
  requireFit({ ...all, coins: [...all.coins, ...rows] }, platform, added);
  return {
    places: listed,
    answers: asked.map(({ place, answer }) => ({
      ...onWire(place.network, answer),
      ...signerOfCoin(platform, placeAtSigner(body.code, place, answer)),
    })),
  };
}

/** Of a network that is only described, to somebody who has not proved who they are. */
const unasked: NodeAnswer = { height: null, time: null, problem: null, decimals: null };

/** The parameter by whose name nodes are given. */
export const nodesField = ({ family }: Network): string => (family === 'bitcoin' ? 'node' : 'nodes');

export async function exists(db: QueryExecutorProvider, code: string): Promise<boolean> {
  const { rows } = await sql`select from coins where code = ${code}`.execute(db);
  return rows.length > 0;
}

function networkOf(network: NewNetwork, feeCoin: string): Network {
  const { code, name, family, confirmations, parameters } = network;
  return {
    ...{ code, name, family, addressFormat: network.address_format, feeCoin, confirmations },
    ...{ txExplorer: network.tx_explorer, parameters, memo: null },
    ...{ depositsDisabled: false, withdrawalsDisabled: false },
  };
}

interface NetworkCheck {
  readonly networks: Networks['networks'];
  readonly body: NewCoin;
  readonly found: FieldProblems;
  readonly demo: boolean;
}

function checkNetwork(added: Network, { networks, body, found, demo }: NetworkCheck): void {
  if (networks.has(added.code)) found.add('new_network.code', 'network_exists');
  if ((added.family === 'development') !== demo) found.add('new_network.family', 'value_not_allowed');
  if (!body.networks.some(({ network }) => network === added.code))
    found.add('new_network.code', 'network_invalid');
  // Their transactions do not say which chain they are for, and the keys are the same.
  const isAlone = added.family === 'bitcoin' || added.family === 'tron';
  const other = [...networks.values()].find(
    ({ family, addressFormat }) => family === added.family && addressFormat === added.addressFormat,
  );
  if (isAlone && other && other.code !== added.code)
    found.add('new_network.address_format', 'network_format_taken', { network: other.name });
}

type Terms = Pick<Given, 'confirmations' | 'withdrawal_min' | 'withdrawal_max'>;

const comparable = (amount: string): bigint => {
  const parsed = parseDecimal(amount, comparedDecimals);
  return parsed.ok ? parsed.value : 0n;
};

export const isAbove = (amount: string, other: string): boolean => comparable(amount) > comparable(other);

/** What the chain and the database ask of the terms. */
export function checkTerms(
  network: Network,
  { confirmations, withdrawal_min, withdrawal_max }: Terms,
  { at, isNew, found }: { at: string; isNew: boolean; found: FieldProblems },
): void {
  if (withdrawal_max !== null && comparable(withdrawal_max) < comparable(withdrawal_min))
    found.add(`${at}.withdrawal_max`, 'amount_too_small', { min: withdrawal_min });
  if (network.family !== 'bitcoin') return;
  const bounds = bitcoinBounds(network);
  const least = formatDecimal(bounds.units, bitcoinDecimals);
  if (comparable(withdrawal_min) < comparable(least))
    found.add(`${at}.withdrawal_min`, 'amount_too_small', { min: least });
  if ((confirmations ?? network.confirmations) < bounds.confirmations)
    found.add(
      confirmations === null && isNew ? 'new_network.confirmations' : `${at}.confirmations`,
      'number_too_small',
      { min: bounds.confirmations },
    );
}

interface PlaceCheck {
  readonly at: string;
  readonly coin: string;
  readonly coins: readonly CoinNetwork[];
  readonly found: FieldProblems;
}

/** Undefined: it is no contract that could be listed there, which was noted. */
export function spelled(
  network: Network,
  contract: string | null,
  { at, coin, coins, found }: PlaceCheck,
): string | null | undefined {
  if (contract === null) {
    if (network.feeCoin === coin) return null;
    found.add(`${at}.contract`, 'contract_unknown');
    return undefined;
  }
  const written = network.family === 'bitcoin' ? undefined : contractSpelling(network, contract);
  if (written === undefined) {
    found.add(`${at}.contract`, 'contract_unknown');
    return undefined;
  }
  const isTaken = coins.some(
    (each) => each.coin !== coin && each.network === network.code && each.contract === written,
  );
  if (isTaken) found.add(`${at}.contract`, 'contract_listed');
  return isTaken ? undefined : written;
}

function placeAtSigner(coin: string, { network, given, contract }: Unasked, { decimals }: NodeAnswer) {
  const known = given.decimals ?? (decimals === 'none' ? null : decimals);
  return { coin, network: network.code, contract, decimals: known };
}

function onWire(
  network: Network,
  { decimals, ...rest }: NodeAnswer,
): Omit<ChainAnswer, 'signer' | 'signer_lines'> {
  return { network: network.code, ...rest, decimals: decimals === 'none' ? null : decimals };
}

function rowOf(
  here: OnNetwork,
  { code, decimals }: NewCoin,
  networks: Networks['networks'],
): Networks['coins'][number] {
  return {
    ...{ coin: code, network: here.network, contract: here.contract, decimals: here.decimals },
    ledgerDecimals: decimals,
    confirmations: here.confirmations ?? networks.get(here.network)?.confirmations ?? 1,
    ...{ depositFee: '0', depositMin: here.deposit_min, depositMax: null },
    ...{ withdrawalFee: here.withdrawal_fee, withdrawalMin: here.withdrawal_min },
    ...{ withdrawalMax: here.withdrawal_max, withdrawalDailyMax: null },
    ...{ depositsDisabled: false, withdrawalsDisabled: false },
  };
}

/** What would keep the server from starting must not be written, whatever the checks before it let through. @throws Problem network_wrong. */
export function requireFit(all: Networks, { config }: Platform, changed: Network | undefined): void {
  try {
    requireAdapters({ networks: new Map(changed ? [[changed.code, changed]] : []), coins: [] }, config);
    requireNetworkRows(all);
  } catch (error) {
    if (error instanceof StartupError) throw new Problem('network_wrong');
    throw error;
  }
}
