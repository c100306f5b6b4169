export { ledgerHistory } from './ledger.ts';
