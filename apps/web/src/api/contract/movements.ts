// An entry point of its own, so that the bundler can leave the rest of the contracts out of the first page.
export {
  movementEndpoints,
  movementTextMax,
  movementTypes,
  transactionStatuses,
  unlistedCurrency,
} from '@emporion/contracts/rest';
