import {
  type AddressFormat,
  type AddressFormatName,
  addressFormatNames,
  developmentAmountMax,
  addressFormat as formatOf,
  isValidMemo,
  type MemoKind,
  memoKinds,
} from '@emporion/chains';
import {
  readAmount,
  readFields,
  readJson,
  readOneOf,
  readRecord,
  readText,
  readWholeNumber,
  ShapeError,
} from '@emporion/chains/wire';

export interface CoinPolicy {
  /** Undefined for the coin of the chain itself. */
  readonly contract: string | undefined;
  /** What may leave in any 24 hours, in the chain's units. */
  readonly dayMax: bigint;
}

const families = ['development', 'evm', 'bitcoin', 'tron'] as const;
const bitcoinChains = ['main', 'testnet', 'regtest'] as const;

export interface NetworkPolicy {
  readonly code: string;
  readonly family: (typeof families)[number];
  /** Of an EVM chain: what its transactions name, so that they count on no other. */
  readonly chainId: number | undefined;
  readonly addressFormat: AddressFormatName;
  /** Of the Bitcoin family, whose test chains spell their addresses differently. */
  readonly bitcoinChain: (typeof bitcoinChains)[number];
  /** How its addresses are written. */
  readonly addresses: AddressFormat;
  readonly memo: MemoKind | undefined;
  /** The coin that pays for transactions. It is one of `coins`, so that fees have a day to count against. */
  readonly feeCoin: string;
  /** The most that one transaction may cost. */
  readonly feeMax: bigint;
  /** The most that top-ups may move in any 24 hours, in the coin that pays fees. */
  readonly topUpDayMax: bigint;
  /** The most that may be paid in any 24 hours for what brings money to safety, once the day of the coin that pays fees is spent. */
  readonly rescueFeeDayMax: bigint;
  readonly cold: { readonly address: string; readonly memo: string | undefined } | undefined;
  readonly coins: ReadonlyMap<string, CoinPolicy>;
}

/** What the signer may sign. It reads this once, from a file of its own, and nobody who asks it for a signature can change it. */
export interface Policy {
  /** The most transactions in any 24 hours, of all networks together: it bounds the files that remember them. */
  readonly transactionsPerDay: number;
  readonly networks: ReadonlyMap<string, NetworkPolicy>;
}

const codeShape = /^[a-z0-9][a-z0-9-]{0,39}$/;
const coinShape = /^[A-Z0-9]{2,10}$/;
const networksMax = 100;
const coinsMax = 1_000;
/** At the highest fee, where the file says nothing else. */
const rescuesPerDay = 10n;

/** @throws ShapeError, which names the place that is wrong. */
export function parsePolicy(text: string): Policy {
  const file = readJson(text, 'signer.json');
  const required = ['version', 'transactionsPerDay', 'networks'] as const;
  const fields = readFields(file, { at: 'signer.json', required });
  if (fields.version !== 1) throw new ShapeError('signer.json must have version 1.');
  const listed = Object.entries(readRecord(fields.networks, 'networks'));
  if (listed.length > networksMax) throw new ShapeError(`networks may be at most ${networksMax}.`);
  const networks = new Map(listed.map(([code, network]) => [code, readNetwork(code, network)]));
  checkChains(networks);
  return {
    transactionsPerDay: readWholeNumber(fields.transactionsPerDay, {
      at: 'transactionsPerDay',
      max: 100_000,
    }),
    networks,
  };
}

function readNetwork(code: string, value: unknown): NetworkPolicy {
  if (!codeShape.test(code)) throw new ShapeError('networks has a code that is none.');
  const at = `networks.${code}`;
  const required = ['family', 'addressFormat', 'feeCoin', 'feeMax', 'topUpDayMax', 'coins'] as const;
  const fields = readFields(value, {
    at,
    required,
    optional: ['memo', 'coldAddress', 'coldMemo', 'chainId', 'bitcoinChain', 'rescueFeeDayMax'],
  });
  const addressFormat = readOneOf(fields.addressFormat, {
    at: `${at}.addressFormat`,
    words: addressFormatNames,
  });
  const bitcoinChain = readOneOf(fields.bitcoinChain ?? 'main', {
    at: `${at}.bitcoinChain`,
    words: bitcoinChains,
  });
  const addresses = formatOf(addressFormat, { chain: bitcoinChain });
  const coins = Object.entries(readRecord(fields.coins, `${at}.coins`));
  if (coins.length > coinsMax) throw new ShapeError(`${at}.coins may be at most ${coinsMax}.`);
  const feeMax = readAmount(fields.feeMax, `${at}.feeMax`);
  const network: NetworkPolicy = {
    code,
    family: readOneOf(fields.family, { at: `${at}.family`, words: families }),
    chainId:
      fields.chainId === undefined
        ? undefined
        : readWholeNumber(fields.chainId, { at: `${at}.chainId`, max: Number.MAX_SAFE_INTEGER }),
    ...{ addressFormat, bitcoinChain, addresses },
    memo:
      fields.memo === undefined ? undefined : readOneOf(fields.memo, { at: `${at}.memo`, words: memoKinds }),
    feeCoin: readText(fields.feeCoin, { at: `${at}.feeCoin`, max: 10 }),
    feeMax,
    topUpDayMax: readAmount(fields.topUpDayMax, `${at}.topUpDayMax`),
    rescueFeeDayMax:
      fields.rescueFeeDayMax === undefined
        ? rescuesPerDay * feeMax
        : readAmount(fields.rescueFeeDayMax, `${at}.rescueFeeDayMax`),
    cold: readCold(fields, { at, addresses }),
    coins: new Map(
      coins.map(([coin, terms]) => [coin, readCoin(terms, { at: `${at}.coins`, coin, addresses })]),
    ),
  };
  checkNetwork(network, at);
  return network;
}

function checkNetwork(network: NetworkPolicy, at: string): void {
  const { feeCoin, feeMax, coins, memo, cold } = network;
  checkFamily(network, at);
  const paysFees = coins.get(feeCoin);
  if (!paysFees) throw new ShapeError(`${at}.feeCoin must be one of its coins: fees count against its day.`);
  if (feeMax > developmentAmountMax) throw new ShapeError(`${at}.feeMax is larger than the chain can write.`);
  if (paysFees.contract !== undefined) throw new ShapeError(`${at}.feeCoin cannot have a contract.`);
  const contracts = [...coins.values()].map(({ contract }) => contract ?? '');
  if (new Set(contracts).size !== contracts.length)
    throw new ShapeError(`${at}.coins has one contract twice: each would have a day of its own.`);
  if (cold?.memo !== undefined && !(memo && isValidMemo(memo, cold.memo)))
    throw new ShapeError(`${at}.coldMemo cannot be carried by this network.`);
}

function checkFamily(network: NetworkPolicy, at: string): void {
  const { family, chainId, addressFormat, memo } = network;
  if (family !== 'evm' && chainId !== undefined)
    throw new ShapeError(`${at}.chainId is for EVM chains only.`);
  if (family === 'evm' && !chainId) throw new ShapeError(`${at}.chainId must be the number of the chain.`);
  if (family === 'evm' && (addressFormat !== 'evm' || memo))
    throw new ShapeError(`${at} must have addresses of the format evm, and no memo.`);
  if (family === 'tron' && (addressFormat !== 'tron' || memo))
    throw new ShapeError(`${at} must have addresses of the format tron, and no memo.`);
  if (family === 'bitcoin') checkBitcoin(network, at);
  else if (network.bitcoinChain !== 'main')
    throw new ShapeError(`${at}.bitcoinChain is for the family bitcoin only.`);
}

function checkBitcoin({ addressFormat, memo, coins }: NetworkPolicy, at: string): void {
  if ((addressFormat !== 'bitcoin' && addressFormat !== 'litecoin') || memo)
    throw new ShapeError(`${at} must have addresses of the format bitcoin or litecoin, and no memo.`);
  if ([...coins.values()].some(({ contract }) => contract !== undefined))
    throw new ShapeError(`${at} has a token, and this family has none.`);
}

/** Two networks of one chain would each have a day of their own for the same money. */
function checkChains(networks: ReadonlyMap<string, NetworkPolicy>): void {
  const chains = [...networks.values()].flatMap(({ chainId }) => chainId ?? []);
  if (new Set(chains).size !== chains.length) throw new ShapeError('networks has one chainId twice.');
  // A transaction of this family does not say which chain it is for, and the keys are those of the format: a test chain beside the main one could open it.
  const formats = [...networks.values()].flatMap(({ family, addressFormat }) =>
    family === 'bitcoin' ? addressFormat : [],
  );
  if (new Set(formats).size !== formats.length)
    throw new ShapeError('networks of the family bitcoin must have different address formats.');
  // Nor does one of Tron: it names a block of its past, and that comes from whoever asks.
  if ([...networks.values()].filter(({ family }) => family === 'tron').length > 1)
    throw new ShapeError('networks may have one of the family tron.');
}

function readCoin(
  value: unknown,
  { at, coin, addresses }: { at: string; coin: string; addresses: AddressFormat },
): CoinPolicy {
  if (!coinShape.test(coin)) throw new ShapeError(`${at} has a coin whose code is none.`);
  const fields = readFields(value, { at: `${at}.${coin}`, required: ['dayMax'], optional: ['contract'] });
  const contract = fields.contract;
  return {
    contract:
      contract === undefined ? undefined : readAddress(contract, { at: `${at}.${coin}.contract`, addresses }),
    dayMax: readAmount(fields.dayMax, `${at}.${coin}.dayMax`),
  };
}

function readCold(
  fields: { coldAddress?: unknown; coldMemo?: unknown },
  { at, addresses }: { at: string; addresses: AddressFormat },
): NetworkPolicy['cold'] {
  if (fields.coldAddress === undefined) {
    if (fields.coldMemo !== undefined) throw new ShapeError(`${at}.coldMemo needs a coldAddress.`);
    return undefined;
  }
  const address = readAddress(fields.coldAddress, { at: `${at}.coldAddress`, addresses });
  const memo = fields.coldMemo;
  return {
    address,
    memo: memo === undefined ? undefined : readText(memo, { at: `${at}.coldMemo`, max: 200 }),
  };
}

function readAddress(value: unknown, { at, addresses }: { at: string; addresses: AddressFormat }): string {
  const text = readText(value, { at, max: 200 });
  const address = addresses.normalize(text);
  if (address === undefined) throw new ShapeError(`${at} is no address of this network.`);
  return address;
}
