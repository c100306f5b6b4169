import { fiatCurrencies } from '@emporion/contracts/rest';
import { emptyNetwork, type NetworkField, networkFieldOf, newNetworkOf } from './network-form.ts';

/** Stands for a network that is not known yet. */
export const newNetwork = 'new';

export const initial = {
  ...emptyNetwork,
  code: '',
  name: '',
  decimals: '8',
  site: '',
  network: '',
  contract: '',
  chain_decimals: '',
  confirmations: '',
  deposit_min: '',
  withdrawal_fee: '',
  withdrawal_min: '',
  withdrawal_max: '',
};
export type Field = keyof typeof initial;
export type Values = Readonly<Record<Field, string>>;

export const terms = ['deposit_min', 'withdrawal_fee', 'withdrawal_min', 'withdrawal_max'] as const;
export const networkFields = Object.keys(emptyNetwork) as NetworkField[];
/** Which fields each step asks for, in their order. */
export const stepFields: readonly (readonly Field[])[] = [
  ['code', 'name', 'decimals', 'site'],
  ['network', ...networkFields],
  ['contract', 'chain_decimals', 'confirmations'],
  terms,
];

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const codeOfNetwork = (values: Values): string =>
  values.network === newNetwork ? values.network_code.trim() : values.network;

function placeOf(values: Values) {
  return {
    network: codeOfNetwork(values),
    contract: values.network === newNetwork ? null : orNull(values.contract),
    decimals: numberOrNull(values.chain_decimals),
    confirmations: numberOrNull(values.confirmations),
    deposit_min: values.deposit_min.trim(),
    withdrawal_fee: values.withdrawal_fee.trim(),
    withdrawal_min: values.withdrawal_min.trim(),
    withdrawal_max: orNull(values.withdrawal_max),
  };
}

/** A currency moves through banks: it has no network, and its terms are those of its bank. */
export const isCurrency = ({ code }: Values): boolean =>
  fiatCurrencies.some((currency) => currency === code.trim().toUpperCase());

/** The coin as it was written last, on all networks that were written. */
export function bodyOf(values: Values, before: readonly Values[]) {
  if (isCurrency(values))
    return {
      code: values.code.trim().toUpperCase(),
      name: values.name.trim(),
      ...{ decimals: 2, site: orNull(values.site), networks: [], new_network: null },
    };
  const all = [...before, values];
  const added = all.find(({ network }) => network === newNetwork);
  return {
    code: values.code.trim().toUpperCase(),
    name: values.name.trim(),
    decimals: Number(values.decimals),
    site: orNull(values.site),
    networks: all.map(placeOf),
    new_network: added === undefined ? null : newNetworkOf(added),
  };
}

/** The field of the wizard that the server means; undefined for what stands in no field of the network that is written now. */
export function fieldOf(path: string, index: number): Field | undefined {
  if (path.startsWith('new_network.')) return networkFieldOf(path.slice('new_network.'.length));
  const [, at, name] = /^networks\.([0-9]+)\.(.+)$/.exec(path) ?? [];
  if (name === undefined) return path in initial ? (path as Field) : undefined;
  if (Number(at) !== index) return undefined;
  return name === 'decimals' ? 'chain_decimals' : (name as Field);
}
