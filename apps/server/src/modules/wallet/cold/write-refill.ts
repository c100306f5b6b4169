import {
  bumpEvm,
  bumpRefill,
  ChainUnavailable,
  feeOfRefill,
  type RefillFile,
  type RefillTransaction,
  writeRefill,
} from '@emporion/chains';
import { formatDecimal, mulDivUp } from '@emporion/kernel';
import { sql } from 'kysely';
import { type CoinNetwork, type Network, readNetworks } from '#modules/markets/index.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Platform } from '#platform/platform.ts';
import { ensureHotAddress } from '../addresses/chain-addresses.ts';
import { developmentFeeMin } from '../development-chain/accept.ts';
import { bitcoinCoinOf, readBitcoinParameters } from '../networks/bitcoin-parameters.ts';
import { coinOnNetwork } from '../networks/coin-on-network.ts';
import { readEvmParameters } from '../networks/evm-parameters.ts';
import { chainsOf } from '../networks/open-chains.ts';
import { listPinnedKeys } from '../signer/pinned-keys.ts';

export interface RefillPlace {
  readonly network: Network;
  readonly listed: CoinNetwork;
  readonly from: string;
  readonly to: string;
}

/** @throws Problem coin_invalid, network_invalid, cold_wallet_unavailable. */
export async function placeOfRefill(
  platform: Platform,
  { network: code, coin }: { network: string; coin: string },
): Promise<RefillPlace> {
  const { network, listed } = coinOnNetwork(await readNetworks(platform), { coin, network: code });
  const key = (await listPinnedKeys(platform.database.kysely)).find((each) => each.network === code);
  if (!key?.coldAddress) throw new Problem('cold_wallet_unavailable');
  const to = await platform.database.kysely
    .transaction()
    .execute((transaction) => ensureHotAddress(transaction, { network, key }));
  return { network, listed, from: key.coldAddress, to };
}

/**
 * Makes the transaction that somebody elsewhere signs, of what lies on the cold address now; or the same at a higher fee in the place of one that was sent,
 * with its number or inputs, so that the chain takes one of the two.
 *
 * @throws Problem insufficient_funds, not_enough_for_fee, fee_ceiling_reached, network_invalid where the family has no such form, node_sync_error.
 */
export async function writeRefillFor(
  platform: Platform,
  place: RefillPlace,
  { amount, inPlaceOf }: { amount: bigint; inPlaceOf: RefillFile | null },
): Promise<RefillFile> {
  const { network, listed, from, to } = place;
  const { contract } = listed;
  const file = {
    ...{
      network: network.code,
      addressFormat: network.addressFormat,
      from,
      to,
      coin: listed.coin,
      decimals: listed.decimals,
      amount,
    },
    ...(contract === null ? {} : { contract }),
    ...(network.memo === null ? {} : { memo: network.memo }),
  };
  try {
    const transaction = inPlaceOf
      ? await dearerThan(platform, place, inPlaceOf)
      : await transactionOf(platform, place, amount);
    const written: RefillFile = { version: 1, ...file, transaction };
    if (network.family !== 'bitcoin') await requireCovered(platform, place, written);
    return written;
  } catch (error) {
    if (error instanceof ChainUnavailable) throw new Problem('node_sync_error');
    throw error;
  }
}

async function transactionOf(
  platform: Platform,
  { network, listed, from, to }: RefillPlace,
  amount: bigint,
): Promise<RefillTransaction> {
  if (network.family === 'development') {
    const chain = await chainsOf(platform).development(network);
    return { family: 'development', nonce: await chain.nextNonce(from), fee: developmentFeeMin };
  }
  if (network.family === 'evm') {
    const chain = chainsOf(platform).evm(network);
    const { chainId, fees: policy, gasMax } = readEvmParameters(network);
    const payment = {
      to,
      coin: listed.coin,
      decimals: listed.decimals,
      amount,
      ...(listed.contract === null ? {} : { contract: listed.contract }),
    };
    const estimated = await chain.estimateGas(payment, from);
    const gas = typeof estimated === 'bigint' ? mulDivUp(estimated, { by: 5n, per: 4n }) : gasMax;
    const nonce = await chain.nonceOf(from);
    return { family: 'evm', chainId, nonce, gas: lesser(gas, gasMax), ...(await chain.fees(policy)) };
  }
  if (network.family === 'bitcoin') return bitcoinRefill(platform, { network, from, to, amount });
  throw new Problem('network_invalid');
}

async function dearerThan(
  platform: Platform,
  { network }: RefillPlace,
  { transaction, from }: RefillFile,
): Promise<RefillTransaction> {
  if (transaction.family === 'development')
    return { ...transaction, fee: mulDivUp(transaction.fee, { by: 9n, per: 8n }) };
  if (transaction.family === 'evm') {
    const { fees: policy } = readEvmParameters(network);
    const market = await chainsOf(platform).evm(network).fees(policy);
    const dearer = bumpEvm({ ...transaction, from: nobody }, { market, ceiling: policy.maxFeePerGas });
    if (!dearer) throw new Problem('fee_ceiling_reached');
    const { maxFeePerGas, maxPriorityFeePerGas } = dearer;
    return { ...transaction, maxFeePerGas, maxPriorityFeePerGas };
  }
  const { chain, fees } = readBitcoinParameters(network);
  const feeRate = await chainsOf(platform).bitcoin(network).feeRate(fees);
  const psbt = bumpRefill(
    { psbt: transaction.psbt, from },
    { network: { coin: bitcoinCoinOf(network), chain }, feeRate, relayRate: fees.relay },
  );
  if (psbt === undefined) throw new Problem('not_enough_for_fee');
  return { ...transaction, psbt };
}

/** Terms name a key of ours, which a cold one is not. */
const nobody = { branch: 1, index: 0 } as const;

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

async function bitcoinRefill(
  platform: Platform,
  { network, from, to, amount }: { network: Network; from: string; to: string; amount: bigint },
): Promise<RefillTransaction> {
  const chain = chainsOf(platform).bitcoin(network);
  const { chain: ofCoin, fees } = readBitcoinParameters(network);
  const { rows } = await sql<{ transactionId: string; output: number; amount: string }>`
    select transaction_id as "transactionId", output_index as output, amount::text as amount from chain_outputs
    where network = ${network.code} and address = ${from} and branch is null and block_height is not null
      and spent_height is null
  `.execute(platform.database.kysely);
  const outputs = rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  const available = await chain.withRaw(outputs);
  const written = writeRefill(
    { from, available, to, amount },
    { network: { coin: bitcoinCoinOf(network), chain: ofCoin }, feeRate: await chain.feeRate(fees) },
  );
  if (!written.ok) throw new Problem('insufficient_funds');
  return { family: 'bitcoin', chain: ofCoin, psbt: written.value.psbt };
}

/** What nobody could send is not carried to the cold keys first. */
async function requireCovered(
  platform: Platform,
  { network, listed, from }: RefillPlace,
  file: RefillFile,
): Promise<void> {
  const chain = await chainsOf(platform).of(network);
  const { height } = await chain.tip();
  const native = await chain.balance([from], { contract: undefined, height });
  const fee = feeOfRefill(file);
  if (listed.contract === null) {
    if (native < file.amount) throw new Problem('insufficient_funds');
    if (native < file.amount + fee) throw new Problem('not_enough_for_fee');
    return;
  }
  const tokens = await chain.balance([from], { contract: listed.contract, height });
  if (tokens < file.amount) throw new Problem('insufficient_funds');
  if (native >= fee) return;
  const { coins } = await readNetworks(platform);
  const { feeCoin: coin, code } = network;
  const decimals = coins.find((each) => each.coin === coin && each.network === code)?.decimals;
  const params = { coin, amount: decimals === undefined ? '' : formatDecimal(fee - native, decimals) };
  throw new Problem('not_enough_for_fee', { sentence: { code: 'cold_fee_missing', params } });
}
