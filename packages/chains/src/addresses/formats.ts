import type { AddressFormat, AddressFormatName, AddressOptions } from './address-format.ts';
import { bitcoinAddresses } from './bitcoin.ts';
import { evmAddresses } from './evm.ts';
import { tronAddresses } from './tron.ts';
import { xrpAddresses } from './xrp.ts';

export function addressFormat(name: AddressFormatName, options: AddressOptions = {}): AddressFormat {
  switch (name) {
    case 'bitcoin':
    case 'litecoin':
      return bitcoinAddresses(name, options.chain ?? 'main');
    case 'evm':
      return evmAddresses(options.checksumChainId);
    case 'tron':
      return tronAddresses;
    case 'xrp':
      return xrpAddresses;
  }
}

/** The formats as the main chains have them. */
export const addressFormats: Readonly<Record<AddressFormatName, AddressFormat>> = {
  bitcoin: addressFormat('bitcoin'),
  litecoin: addressFormat('litecoin'),
  evm: addressFormat('evm'),
  tron: addressFormat('tron'),
  xrp: addressFormat('xrp'),
};
