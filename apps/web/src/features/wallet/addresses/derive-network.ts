import type { AddressFormat, CoinNetwork } from '@emporion/contracts/rest';
import type { Blockchains } from '../api/use-wallet-coins.ts';

/** How addresses begin and how long they are. Their checksums are the server's to check. */
const shapes: Readonly<Record<AddressFormat, RegExp>> = {
  bitcoin: /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  litecoin: /^(?:(?:ltc|tltc|rltc)1[02-9ac-hj-np-z]{11,87}|[LM3mn2Q][1-9A-HJ-NP-Za-km-z]{25,34})$/,
  evm: /^0x[0-9a-fA-F]{40}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  xrp: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
};

/** Where an address of this spelling can lie. */
export type Derived =
  | { readonly kind: 'empty' }
  /** It looks like no address that we know. */
  | { readonly kind: 'unknown' }
  /** It is an address, but of no network of the coin: what is sent there is lost. */
  | { readonly kind: 'elsewhere'; readonly networks: readonly string[] }
  | { readonly kind: 'one'; readonly network: string }
  /** It looks the same on each of these. */
  | { readonly kind: 'several'; readonly networks: readonly string[] };

function isShaped(format: AddressFormat, address: string): boolean {
  // Addresses of the bech32 kind may be written in capitals, all of them.
  const text = address === address.toUpperCase() && !address.startsWith('0X') ? address.toLowerCase() : '';
  return (
    shapes[format].test(address) || (/^(?:bc|tb|bcrt|t?ltc|rltc)1/.test(text) && shapes[format].test(text))
  );
}

/** Finds the networks of a coin that an address can be of. */
export function deriveNetwork(
  address: string,
  { networks, blockchains }: { networks: readonly Pick<CoinNetwork, 'network'>[]; blockchains: Blockchains },
): Derived {
  const text = address.trim();
  if (text === '') return { kind: 'empty' };
  const fits = (code: string): boolean => {
    const format = blockchains[code]?.address_format;
    return format !== undefined && isShaped(format, text);
  };
  const own = networks.map(({ network }) => network).filter(fits);
  const [only] = own;
  if (only !== undefined)
    return own.length === 1 ? { kind: 'one', network: only } : { kind: 'several', networks: own };
  const others = Object.keys(blockchains).filter(fits);
  return others.length > 0 ? { kind: 'elsewhere', networks: others } : { kind: 'unknown' };
}
