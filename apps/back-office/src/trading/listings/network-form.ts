import type { NetworkChange, StaffNetwork } from '@emporion/contracts/rest';
import { formatDecimal, parseDecimal } from '@emporion/kernel';

/** What is written of a network. Fees are in the units that people of that chain speak of. */
export const emptyNetwork = {
  preset: '',
  family: '',
  address_format: '',
  network_code: '',
  network_name: '',
  tx_explorer: '',
  network_confirmations: '',
  chain: 'main',
  chain_id: '',
  first_block: '',
  nodes: '',
  fee_fallback: '',
  fee_priority: '',
  fee_ceiling: '',
  fee_blocks: '6',
  payments_max: '100',
  gas_max: '120000',
  expiration: '600',
};
export type NetworkField = keyof typeof emptyNetwork;
export type NetworkValues = Readonly<Record<NetworkField, string>>;
type Family = StaffNetwork['family'];

interface Preset extends Partial<NetworkValues> {
  readonly title: string;
  readonly family: Exclude<Family, 'development'>;
}

const evm = { family: 'evm', address_format: 'evm' } as const;
const bitcoin = { family: 'bitcoin', fee_fallback: '10', fee_ceiling: '500' } as const;

/** Networks that most exchanges begin with: everything but their nodes, and all of it can be changed. */
export const presets: Readonly<Record<string, Preset>> = {
  bitcoin: {
    ...{ title: 'Bitcoin', ...bitcoin, address_format: 'bitcoin', network_code: 'bitcoin' },
    ...{ network_name: 'Bitcoin', tx_explorer: 'https://mempool.space/tx/', network_confirmations: '3' },
  },
  litecoin: {
    ...{ title: 'Litecoin', ...bitcoin, address_format: 'litecoin', network_code: 'litecoin' },
    ...{ network_name: 'Litecoin', tx_explorer: 'https://litecoinspace.org/tx/' },
    network_confirmations: '12',
  },
  ethereum: {
    ...{ title: 'Ethereum', ...evm, network_code: 'ethereum', network_name: 'Ethereum', chain_id: '1' },
    ...{ tx_explorer: 'https://etherscan.io/tx/', network_confirmations: '32' },
    ...{ fee_fallback: '20', fee_priority: '1', fee_ceiling: '500' },
  },
  bsc: {
    ...{ title: 'BNB Smart Chain', ...evm, network_code: 'bsc', network_name: 'BNB Smart Chain' },
    ...{ chain_id: '56', tx_explorer: 'https://bscscan.com/tx/', network_confirmations: '20' },
    ...{ fee_fallback: '3', fee_priority: '1', fee_ceiling: '50' },
  },
  polygon: {
    ...{ title: 'Polygon', ...evm, network_code: 'polygon', network_name: 'Polygon', chain_id: '137' },
    ...{ tx_explorer: 'https://polygonscan.com/tx/', network_confirmations: '128' },
    ...{ fee_fallback: '100', fee_priority: '30', fee_ceiling: '2000' },
  },
  tron: {
    ...{ title: 'Tron', family: 'tron', address_format: 'tron', network_code: 'tron', network_name: 'Tron' },
    ...{ tx_explorer: 'https://tronscan.org/#/transaction/', network_confirmations: '20' },
    first_block: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    fee_ceiling: '100',
  },
  other: {
    ...{ title: 'Another one of Ethereum’s kind', ...evm, network_confirmations: '32' },
    ...{ fee_fallback: '20', fee_priority: '1', fee_ceiling: '500' },
  },
};

/** How many decimals the unit of a fee has in the units that the chain counts in. */
const feeDecimals = { bitcoin: 3, evm: 9, tron: 6, development: 0 } as const;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is no number goes as it was written: the server says so at its field. */
function inUnits(text: string, family: Family): string {
  const parsed = parseDecimal(text.trim(), feeDecimals[family]);
  return parsed.ok ? String(parsed.value) : text.trim();
}

const inWords = (units: unknown, family: Family): string =>
  typeof units === 'string' && /^[0-9]+$/.test(units)
    ? formatDecimal(BigInt(units), feeDecimals[family])
    : '';

/** On Tron a node can be two addresses, with a space between them. */
const tronNodes = (text: string) =>
  linesOf(text).map((line) => {
    const [wallet = '', solidity] = line.split(/\s+/);
    return solidity === undefined ? wallet : { wallet, solidity };
  });

/** What an adapter needs, as the server takes it. Empty nodes are left out: those stay that there are. */
function parametersOf(values: NetworkValues, before: Readonly<Record<string, unknown>>) {
  const family = values.family as Family;
  const fallback = inUnits(values.fee_fallback, family);
  const ceiling = inUnits(values.fee_ceiling, family);
  const fees = before.fees as object | undefined;
  if (family === 'bitcoin') {
    const [node] = linesOf(values.nodes);
    return {
      ...{ ...before, chain: values.chain, ...(node !== undefined && { node }) },
      fees: { ...fees, blocks: Number(values.fee_blocks), fallback, ceiling },
      paymentsMax: Number(values.payments_max),
    };
  }
  const nodes = family === 'tron' ? tronNodes(values.nodes) : linesOf(values.nodes);
  const given = nodes.length > 0 ? { nodes } : {};
  if (family === 'tron')
    return {
      ...{ ...before, firstBlock: values.first_block.trim(), ...given, feeLimitMax: ceiling },
      expirationSeconds: Number(values.expiration),
    };
  if (family === 'development') return {};
  const priority = inUnits(values.fee_priority, family);
  return {
    ...{ ...before, chainId: Number(values.chain_id), ...given, gasMax: Number(values.gas_max) },
    fees: {
      ...fees,
      fallback: { maxFeePerGas: fallback, maxPriorityFeePerGas: priority },
      maxFeePerGas: ceiling,
    },
  };
}

/** As it is sent. What is missing or wrong in it the server says at its field, so nothing is held back here. */
export function changeOf(values: NetworkValues, before: Readonly<Record<string, unknown>>): NetworkChange {
  return {
    ...{ family: values.family, name: values.network_name.trim(), tx_explorer: values.tx_explorer.trim() },
    confirmations: Number(values.network_confirmations),
    parameters: parametersOf(values, before),
  } as NetworkChange;
}

export function newNetworkOf(values: NetworkValues) {
  const { address_format, network_code } = values;
  return { ...changeOf(values, {}), code: network_code.trim(), address_format } as never;
}

/** A network that is listed, as it is corrected. Its nodes are never shown. */
export function writtenNetwork(network: StaffNetwork): NetworkValues {
  const { family, parameters } = network;
  const of = (name: string) => {
    const value = parameters[name];
    return value === undefined ? undefined : String(value);
  };
  const fees = (parameters.fees ?? {}) as Readonly<Record<string, unknown>>;
  const fallback = (fees.fallback ?? {}) as Readonly<Record<string, unknown>>;
  const [first, priority, ceiling] =
    family === 'evm'
      ? [fallback.maxFeePerGas, fallback.maxPriorityFeePerGas, fees.maxFeePerGas]
      : [fees.fallback, undefined, fees.ceiling ?? parameters.feeLimitMax];
  return {
    ...emptyNetwork,
    ...{ family, address_format: network.address_format, network_code: network.code },
    ...{ network_name: network.name, tx_explorer: network.tx_explorer },
    ...{ network_confirmations: String(network.confirmations), chain: of('chain') ?? 'main' },
    ...{ chain_id: of('chainId') ?? '', first_block: of('firstBlock') ?? '' },
    ...{ fee_fallback: inWords(first, family), fee_priority: inWords(priority, family) },
    ...{ fee_ceiling: inWords(ceiling, family), fee_blocks: String(fees.blocks ?? 6) },
    ...{ payments_max: of('paymentsMax') ?? '100', gas_max: of('gasMax') ?? '120000' },
    expiration: of('expirationSeconds') ?? '600',
  };
}

const fieldNames: Readonly<Record<string, NetworkField>> = {
  code: 'network_code',
  name: 'network_name',
  family: 'preset',
  address_format: 'preset',
  tx_explorer: 'tx_explorer',
  confirmations: 'network_confirmations',
  'parameters.chain': 'chain',
  'parameters.chainId': 'chain_id',
  'parameters.firstBlock': 'first_block',
  'parameters.fees.fallback': 'fee_fallback',
  'parameters.fees.fallback.maxFeePerGas': 'fee_fallback',
  'parameters.fees.fallback.maxPriorityFeePerGas': 'fee_priority',
  'parameters.fees.ceiling': 'fee_ceiling',
  'parameters.fees.maxFeePerGas': 'fee_ceiling',
  'parameters.feeLimitMax': 'fee_ceiling',
  'parameters.fees.blocks': 'fee_blocks',
  'parameters.paymentsMax': 'payments_max',
  'parameters.gasMax': 'gas_max',
  'parameters.expirationSeconds': 'expiration',
};

/** The field of the form that the server means. */
export function networkFieldOf(path: string): NetworkField | undefined {
  return /^parameters\.nodes?(?:\.|$)/.test(path) ? 'nodes' : fieldNames[path];
}
