import { type FactorMethod, factorMethods } from '@emporion/contracts/rest';

const preference: readonly FactorMethod[] = ['totp', 'passkey', 'sms', 'email', 'backup'];

/** What is at hand comes first, what has to be sent later, and the codes for emergencies last. */
export function orderMethods(methods: readonly FactorMethod[]): FactorMethod[] {
  return factorMethods
    .filter((method) => methods.includes(method))
    .sort((left, right) => preference.indexOf(left) - preference.indexOf(right));
}
