import { type CoreError, coreErrors } from './core-rpc.ts';

/** How Core tells that an output to be spent is not there, or not any more. */
const missingInputs = ['missing inputs', 'bad-txns-inputs-missingorspent', 'missing-inputs'];

/**
 * How Core tells that no block may ever have a transaction: it contradicts itself, or a signature is wrong.
 * Everything else may pass: a fee that is too low today, coins that are too young, a conflict with what waits, and whatever is only this node's taste.
 * Words that nobody here knows are such too, because what is refused for good is paid back.
 */
const hopeless = [
  'mandatory-script-verify-flag-failed',
  'bad-txns-in-belowout',
  'bad-txns-inputs-duplicate',
  'bad-txns-oversize',
  'bad-txns-prevout-null',
  'bad-txns-txouttotal-toolarge',
  'bad-txns-vin-empty',
  'bad-txns-vout-empty',
  'bad-txns-vout-negative',
  'bad-txns-vout-toolarge',
];

/**
 * A wrong signature or key under a witness address. Nodes that count the rules of witnesses among those that may still change call it "non-mandatory",
 * although every block obeys them.
 */
const wrongWitness = [
  'signature must be zero for failed check',
  'witness program hash mismatch',
  'witness program was passed an empty witness',
];

export function whyRefused({
  code,
  message,
}: CoreError): 'known' | 'missing_inputs' | 'hopeless' | 'perhaps_later' {
  if (code === coreErrors.alreadyInChain) return 'known';
  if (code === coreErrors.undecodable) return 'hopeless';
  const words = message.toLowerCase();
  if (words.includes('script-verify-flag') && wrongWitness.some((known) => words.includes(known)))
    return 'hopeless';
  if (missingInputs.some((known) => words.includes(known))) return 'missing_inputs';
  return hopeless.some((known) => words.startsWith(known)) ? 'hopeless' : 'perhaps_later';
}
