/** How a node tells that a number of the sender is used already. */
const usedNonce = ['nonce too low', 'nonce is too low', 'oldnonce', 'nonce has already been used'];

/**
 * How nodes tell that they will never take a transaction, whenever it comes: it does not say who signed it, or contradicts itself.
 * Everything else may pass: a fee that is too low today, money that is not there yet, a number that comes too early, a full queue. Words that nobody here
 * knows are such too, because what is refused for good is paid back.
 */
const hopeless = [
  'invalid sender',
  'invalid signature',
  'invalid transaction signature',
  'intrinsic gas too low',
  'intrinsic gas exceeds gas limit',
  'transaction requires at least',
  'transaction type not supported',
  'max priority fee per gas higher than max fee per gas',
  'rlp:',
];

export function whyRefused(message: string): 'used_nonce' | 'hopeless' | 'perhaps_later' {
  const words = message.toLowerCase();
  if (usedNonce.some((known) => words.includes(known))) return 'used_nonce';
  return hopeless.some((known) => words.includes(known)) ? 'hopeless' : 'perhaps_later';
}
