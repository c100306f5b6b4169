export interface AddressFormat {
  /** The one spelling of an address; undefined when it is none. White space is not forgiven here. */
  normalize(text: string): string | undefined;
  /** Whether a text is spelled like an address, and only its checksum says that a character of it is another one. */
  isMistyped(text: string): boolean;
  /** The address of a compressed secp256k1 public key, in the one spelling. */
  fromPublicKey(publicKey: Uint8Array): string;
}

export const addressFormatNames = ['bitcoin', 'litecoin', 'evm', 'tron', 'xrp'] as const;

export type AddressFormatName = (typeof addressFormatNames)[number];

export interface AddressOptions {
  /** Bitcoin and Litecoin spell the addresses of their test chains differently. */
  readonly chain?: 'main' | 'testnet' | 'regtest';
  /** An EVM network whose wallets put the chain's number into the checksum (EIP-1191), as Rootstock's do: read beside the usual one, never written. */
  readonly checksumChainId?: number;
}
