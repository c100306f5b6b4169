import {
  type AddressFormatName,
  addressFormatNames,
  addressFormats,
  developmentAmountMax,
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

const families = ['development', 'evm'] as const;

export interface NetworkPolicy {
  readonly code: string;
  readonly family: (typeof families)[number];
  /** Of an EVM chain: what its transactions name, so that they count on no other. */
  readonly chainId: number | undefined;
  readonly addressFormat: AddressFormatName;
  readonly memo: MemoKind | undefined;
  /** The coin that pays for transactions. It is one of `coins`, so that fees have a day to count against. */
  readonly feeCoin: string;
  /** The most that one transaction may cost. */
  readonly feeMax: bigint;
  /** The most that top-ups may move in any 24 hours, in the coin that pays fees. */
  readonly topUpDayMax: bigint;
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
    optional: ['memo', 'coldAddress', 'coldMemo', 'chainId'],
  });
  const addressFormat = readOneOf(fields.addressFormat, {
    at: `${at}.addressFormat`,
    words: addressFormatNames,
  });
  const coins = Object.entries(readRecord(fields.coins, `${at}.coins`));
  if (coins.length > coinsMax) throw new ShapeError(`${at}.coins may be at most ${coinsMax}.`);
  const network: NetworkPolicy = {
    code,
    family: readOneOf(fields.family, { at: `${at}.family`, words: families }),
    chainId:
      fields.chainId === undefined
        ? undefined
        : readWholeNumber(fields.chainId, { at: `${at}.chainId`, max: Number.MAX_SAFE_INTEGER }),
    addressFormat,
    memo:
      fields.memo === undefined ? undefined : readOneOf(fields.memo, { at: `${at}.memo`, words: memoKinds }),
    feeCoin: readText(fields.feeCoin, { at: `${at}.feeCoin`, max: 10 }),
    feeMax: readAmount(fields.feeMax, `${at}.feeMax`),
    topUpDayMax: readAmount(fields.topUpDayMax, `${at}.topUpDayMax`),
    cold: readCold(fields, { at, addressFormat }),
    coins: new Map(
      coins.map(([coin, terms]) => [coin, readCoin(terms, { at: `${at}.coins`, coin, addressFormat })]),
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

function checkFamily({ family, chainId, addressFormat, memo }: NetworkPolicy, at: string): void {
  if (family !== 'evm' && chainId !== undefined)
    throw new ShapeError(`${at}.chainId is for EVM chains only.`);
  if (family === 'evm' && !chainId) throw new ShapeError(`${at}.chainId must be the number of the chain.`);
  if (family === 'evm' && (addressFormat !== 'evm' || memo))
    throw new ShapeError(`${at} must have addresses of the format evm, and no memo.`);
}

/** Two networks of one chain would each have a day of their own for the same money. */
function checkChains(networks: ReadonlyMap<string, NetworkPolicy>): void {
  const chains = [...networks.values()].flatMap(({ chainId }) => chainId ?? []);
  if (new Set(chains).size !== chains.length) throw new ShapeError('networks has one chainId twice.');
}

function readCoin(
  value: unknown,
  { at, coin, addressFormat }: { at: string; coin: string; addressFormat: AddressFormatName },
): CoinPolicy {
  if (!coinShape.test(coin)) throw new ShapeError(`${at} has a coin whose code is none.`);
  const fields = readFields(value, { at: `${at}.${coin}`, required: ['dayMax'], optional: ['contract'] });
  const contract = fields.contract;
  return {
    contract:
      contract === undefined
        ? undefined
        : readAddress(contract, { at: `${at}.${coin}.contract`, addressFormat }),
    dayMax: readAmount(fields.dayMax, `${at}.${coin}.dayMax`),
  };
}

function readCold(
  fields: { coldAddress?: unknown; coldMemo?: unknown },
  { at, addressFormat }: { at: string; addressFormat: AddressFormatName },
): NetworkPolicy['cold'] {
  if (fields.coldAddress === undefined) {
    if (fields.coldMemo !== undefined) throw new ShapeError(`${at}.coldMemo needs a coldAddress.`);
    return undefined;
  }
  const address = readAddress(fields.coldAddress, { at: `${at}.coldAddress`, addressFormat });
  const memo = fields.coldMemo;
  return {
    address,
    memo: memo === undefined ? undefined : readText(memo, { at: `${at}.coldMemo`, max: 200 }),
  };
}

function readAddress(
  value: unknown,
  { at, addressFormat }: { at: string; addressFormat: AddressFormatName },
): string {
  const text = readText(value, { at, max: 200 });
  const address = addressFormats[addressFormat].normalize(text);
  if (address === undefined) throw new ShapeError(`${at} is no address of this network.`);
  return address;
}
