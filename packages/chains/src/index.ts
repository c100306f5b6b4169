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
