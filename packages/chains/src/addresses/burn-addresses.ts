import type { AddressFormatName } from './address-format.ts';

/**
 * Addresses that nobody has the key of, in their one spelling. On EVM chains the lowest numbers: zero, the contracts that are part of the chain, and 0x…dEaD.
 * Elsewhere the hashes that are nothing but zeros, and what else the documentation of the XRP Ledger names as lost.
 */
const burnAddresses: Readonly<Record<AddressFormatName, RegExp>> = {
  bitcoin: /^1111111111111111111114oLvT2$/,
  litecoin: /^LKDxGDJq5fF4FohAB8zJH24mDDNHDNtqsE$/,
  evm: /^0x0{36}[0-9a-fA-F]{4}$/,
  tron: /^T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb$/,
  xrp: /^(?:rrrrrrrrrrrrrrrrrrrrrhoLvTp|rrrrrrrrrrrrrrrrrrrrBZbvji|rrrrrrrrrrrrrrrrrNAMEtxvNvQ|rrrrrrrrrrrrrrrrrrrn5RM1rHd)$/,
};

/** Whether what is sent to the address, in its one spelling, is lost to everybody. */
export function isBurnAddress(name: AddressFormatName, address: string): boolean {
  return burnAddresses[name].test(address);
}
