import type { QueryExecutorProvider } from 'kysely';
import { openDemoAccount } from '#modules/identity/index.ts';
import { demoPassword } from '#platform/demo/demo-users.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * Customers whose cases lie on the desk of a demo. They are programs, as makers and takers are: the
 * demo's own traders begin with nothing pending, so visitors can try everything with them.
 */
export const demoCustomers = {
  nora: { email: 'nora@emporion.test', firstName: 'Nora', lastName: 'Lindqvist' },
  pavel: { email: 'pavel@emporion.test', firstName: 'Pavel', lastName: 'Novak' },
  lucia: { email: 'lucia@emporion.test', firstName: 'Lucia', lastName: 'Ferreira' },
} as const;

/** A second person for what two administrators decide. The password is that of all demo users. */
export const secondAdministrator = {
  email: 'admin2@emporion.test',
  firstName: 'Anton',
  lastName: 'Admin',
  username: 'anton',
  roles: ['administrator'],
} as const;

/** A session of today counts as a new device of an account that is older than a day. */
const ageDays = 40;

export async function openOfficeAccounts(db: QueryExecutorProvider, platform: Platform): Promise<void> {
  for (const customer of Object.values(demoCustomers))
    await openDemoAccount(db, platform, { ...customer, ageDays });
  await openDemoAccount(db, platform, { ...secondAdministrator, password: demoPassword });
}
