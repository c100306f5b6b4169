/** Printed at every start of the demo, and known to everyone: production never sees these users. */
export const demoPassword = 'Emporion-1';

export type DemoRole = 'trader' | 'support' | 'operator' | 'administrator';

export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: DemoRole;
}

export const demoUsers: readonly DemoUser[] = [
  { email: 'trader@emporion.test', firstName: 'Theo', lastName: 'Trader', role: 'trader' },
  { email: 'second@emporion.test', firstName: 'Sara', lastName: 'Second', role: 'trader' },
  { email: 'support@emporion.test', firstName: 'Selma', lastName: 'Support', role: 'support' },
  { email: 'operator@emporion.test', firstName: 'Otto', lastName: 'Operator', role: 'operator' },
  { email: 'admin@emporion.test', firstName: 'Ada', lastName: 'Admin', role: 'administrator' },
];
