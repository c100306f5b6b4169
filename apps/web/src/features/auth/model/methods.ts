import type { FactorMethod } from '@emporion/contracts/rest';
import type { IconName } from '#ui/icon/icon.tsx';

/** What is at hand soonest comes first; a backup code is for the day when nothing else is. */
const order: readonly FactorMethod[] = ['totp', 'passkey', 'sms', 'email', 'backup'];

export function sortMethods(methods: readonly FactorMethod[]): readonly FactorMethod[] {
  return order.filter((method) => methods.includes(method));
}

export const methodIcons: Readonly<Record<FactorMethod, IconName>> = {
  totp: 'smartphone',
  passkey: 'key-round',
  sms: 'send',
  email: 'mail',
  backup: 'file-text',
};

export function isSent(method: FactorMethod): method is 'sms' | 'email' {
  return method === 'sms' || method === 'email';
}
