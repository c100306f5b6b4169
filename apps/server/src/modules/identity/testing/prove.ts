import { invariant } from '@emporion/kernel';
import type { PeopleApp } from './people-app.ts';
import type { Person } from './person.ts';

/** Has the code of an action mailed, as an account without factors confirms, and reads it. */
export async function mailedCode(
  world: PeopleApp,
  person: Person,
  action: string,
): Promise<{ method: 'email'; code: string }> {
  const sent = await person.call('POST', 'security/confirmation/send-code', { action, method: 'email' });
  invariant(sent.status === 200, `no code was sent: ${JSON.stringify(sent.body)}`);
  return { method: 'email', code: await world.codeSentTo(person.email) };
}

/** Sets an authenticator app up. Its first code is used up by that. */
export async function enrolTotp(
  world: PeopleApp,
  person: Person,
): Promise<{ secret: string; backupCodes: string[] }> {
  const confirmation = await mailedCode(world, person, 'factors');
  const begun = await person.call('POST', 'security/totp/begin', { confirmation });
  invariant(begun.status === 200, `no app was set up: ${JSON.stringify(begun.body)}`);
  const secret = String(begun.body.secret);
  const finished = await person.call('POST', 'security/totp/finish', { code: person.totpCode(secret) });
  invariant(finished.status === 200, `no app was turned on: ${JSON.stringify(finished.body)}`);
  return { secret, backupCodes: finished.body.backup_codes as string[] };
}
