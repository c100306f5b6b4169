export {
  type AddressFormat,
  type AddressFormatName,
  type AddressOptions,
  addressFormatNames,
} from './addresses/address-format.ts';
export { addressFormat, addressFormats } from './addresses/formats.ts';
export { isValidMemo, type MemoKind, memoKinds } from './addresses/memo.ts';
export {
  type DevelopmentNetwork,
  type DevelopmentPayment,
  type DevelopmentRefusal,
  type DevelopmentTransaction,
  developmentAmountMax,
  developmentPaymentsMax,
  type SignedDevelopment,
} from './development/development-transaction.ts';
export { readDevelopment, signDevelopment } from './development/sign.ts';
export {
  AccountKeys,
  accountsOf,
  isExtendedPublicKey,
  makeMnemonic,
  normalizeMnemonic,
  publicKeyAt,
  seedOf,
} from './keys/keys.ts';
export type {
  BlockHeader,
  Chain,
  ChainBlock,
  ChainTransfer,
  SendOutcome,
  TransactionState,
} from './port.ts';
export { ChainUnavailable } from './port.ts';
export type {
  KeyPath,
  Payment,
  SignerIdentity,
  SigningAnswer,
  SigningRefusal,
  SigningRequest,
  Terms,
} from './signing.ts';
