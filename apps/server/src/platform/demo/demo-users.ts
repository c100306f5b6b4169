import type { StaffRole } from '@emporion/contracts/rest';

/** Printed at every start of the demo, and known to everyone: production never sees these users. */
export const demoPassword = 'Emporion-1';

export interface DemoUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Empty: a trader. */
  readonly roles: readonly StaffRole[];
}

export const demoUsers: readonly DemoUser[] = [
  { email: 'trader@emporion.test', firstName: 'Theo', lastName: 'Trader', roles: [] },
  { email: 'second@emporion.test', firstName: 'Sara', lastName: 'Second', roles: [] },
  { email: 'support@emporion.test', firstName: 'Selma', lastName: 'Support', roles: ['support'] },
  {
    email: 'operator@emporion.test',
    firstName: 'Otto',
    lastName: 'Operator',
    roles: ['treasury', 'market_operator'],
  },
  {
    email: 'compliance@emporion.test',
    firstName: 'Cora',
    lastName: 'Compliance',
    roles: ['compliance'],
  },
  { email: 'admin@emporion.test', firstName: 'Ada', lastName: 'Admin', roles: ['administrator'] },
];

const publishedAddresses: ReadonlySet<string> = new Set(demoUsers.map(({ email }) => email));

/** Whether an account of this server has the published password. Production never has such accounts. */
export function isDemoUser({ demo }: { readonly demo: boolean }, email: string): boolean {
  return demo && publishedAddresses.has(email);
}
