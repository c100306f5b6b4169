export {
  type AddressFormat,
  type AddressFormatName,
  type AddressOptions,
  addressFormatNames,
} from './addresses/address-format.ts';
export { isBurnAddress } from './addresses/burn-addresses.ts';
export { type AddressMistake, explainAddress } from './addresses/explain-address.ts';
export { addressFormat, addressFormats } from './addresses/formats.ts';
export { isValidMemo, type MemoKind, memoKinds } from './addresses/memo.ts';
export type { Outpoint } from './bitcoin/bitcoin-block.ts';
export { BitcoinChain, type BitcoinChainOptions } from './bitcoin/bitcoin-chain.ts';
export type { BitcoinFeePolicy } from './bitcoin/bitcoin-fees.ts';
export {
  type BitcoinNetwork,
  readBitcoin,
  type SignedBitcoin,
  signBitcoin,
  wrongInBitcoin,
} from './bitcoin/bitcoin-transaction.ts';
export { type BumpPolicy, bumpBitcoin, cancelBitcoin } from './bitcoin/bump-bitcoin.ts';
export {
  consolidate,
  paymentAmountMin,
  type SelectionFailure,
  type SelectionPolicy,
  selectInputs,
} from './bitcoin/coin-selection.ts';
export {
  bumpRefill,
  type ColdOutput,
  type Refill,
  type RefillFailure,
  readRefill,
  writeRefill,
} from './bitcoin/cold-refill.ts';
export type { Unspent } from './bitcoin/unspent.ts';
export {
  feeOfRefill,
  type RefillFile,
  type RefillTransaction,
  readRefillFile,
  readSignedRefill,
  signRefillFile,
  writeRefillFile,
} from './cold/refill-file.ts';
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
export { EvmChain, type EvmChainOptions } from './evm/evm-chain.ts';
export { bumpEvm, type EvmFeePolicy, type EvmFees } from './evm/evm-fees.ts';
export {
  evmAmountMax,
  evmGasMax,
  evmGasMin,
  readEvm,
  type SignedEvm,
  signEvm,
} from './evm/evm-transaction.ts';
export {
  AccountKeys,
  accountsOf,
  isExtendedPublicKey,
  makeMnemonic,
  normalizeMnemonic,
  publicKeyAt,
  seedOf,
} from './keys/keys.ts';
export { isRefusedNodeAddress } from './node-fetch.ts';
export type {
  BlockHeader,
  Chain,
  ChainBlock,
  ChainTransfer,
  SendOutcome,
  SpentOutput,
  TransactionState,
} from './port.ts';
export { ChainUnavailable } from './port.ts';
export type {
  BitcoinInput,
  BitcoinTerms,
  DevelopmentTerms,
  EvmTerms,
  KeyPath,
  Payment,
  SignerCoins,
  SignerIdentity,
  SigningAnswer,
  SigningRefusal,
  SigningRequest,
  Terms,
  TronTerms,
} from './signing.ts';
export { costOf, paymentToItself } from './signing.ts';
export { TronChain, type TronChainOptions } from './tron/tron-chain.ts';
export { feeLimitFor, reserveFor, type TronPrices } from './tron/tron-fees.ts';
export {
  readTron,
  type SignedTron,
  signTron,
  tronAmountMax,
  tronBytePrice,
  tronBytesMax,
  tronIdOf,
  tronNewAccountFee,
  wrongInTron,
} from './tron/tron-transaction.ts';
