import { type AddressFormatName, type AddressOptions, addressFormatNames } from './address-format.ts';
import { addressFormat, addressFormats } from './formats.ts';

/** What is seen in a text that is no address of a network. */
export type AddressMistake =
  | { readonly kind: 'mistyped' }
  /** It is one of a chain on which coins are worth nothing. */
  | { readonly kind: 'test-network' }
  /** It is one of networks with another format. */
  | { readonly kind: 'other-format'; readonly format: AddressFormatName };

const testChains = ['testnet', 'regtest'] as const;

/** Says what a text is that the format does not read; undefined when it looks like nothing we know. */
export function explainAddress(
  text: string,
  { format, options = {} }: { format: AddressFormatName; options?: AddressOptions },
): AddressMistake | undefined {
  const other = addressFormatNames.find(
    (name) => name !== format && addressFormats[name].normalize(text) !== undefined,
  );
  if (other !== undefined) return { kind: 'other-format', format: other };
  if ((options.chain ?? 'main') === 'main' && isOfTestChain(text)) return { kind: 'test-network' };
  return addressFormat(format, options).isMistyped(text) ? { kind: 'mistyped' } : undefined;
}

/** Only the Bitcoin family spells the addresses of its test chains differently. */
function isOfTestChain(text: string): boolean {
  return (['bitcoin', 'litecoin'] as const).some((name) =>
    testChains.some((chain) => addressFormat(name, { chain }).normalize(text) !== undefined),
  );
}
