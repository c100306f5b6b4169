import { isLoopback } from './production-mode.ts';
import type { Config } from './schema.ts';
import { demoSecret } from './schema.ts';
import type { ConfigProblem } from './setting.ts';

/** What is accepted and should be changed. The start names each, and the page of health shows them. */
export function warningsOf(
  { production, demo, host, secret, databaseUrl, embeddedDatabase }: Omit<Config, 'warnings'>,
  isGiven: (variable: string) => boolean,
): ConfigProblem[] {
  const warnings: ConfigProblem[] = [];
  const warn = (variable: string, message: string) => warnings.push({ variable, message });
  if (production && !isGiven('TRUST_PROXY'))
    warn(
      'TRUST_PROXY',
      'TRUST_PROXY is not set. Write TRUST_PROXY=1 behind one proxy such as nginx or Caddy, or TRUST_PROXY=off where users connect without one. Until then all users behind a proxy count as one address, and share its limits and locks.',
    );
  if (production && databaseUrl === undefined && !embeddedDatabase)
    warn(
      'EMBEDDED_DATABASE',
      'DATABASE_URL is not set, so the data stays in the embedded PostgreSQL, for which there is no pg_dump. Write EMBEDDED_DATABASE=true to keep it so, or move to a PostgreSQL of your own and set DATABASE_URL.',
    );
  if (production && isGiven('DEMO_MARKET'))
    warn(
      'DEMO_MARKET',
      'DEMO_MARKET is set and has no effect in production, which has no demo market: remove the line.',
    );
  if (demo && !isLoopback(host))
    warn(
      'HOST',
      `This demo listens on ${host}. ${secret === demoSecret ? 'Its secret and the passwords' : 'The passwords'} of its users are public, so anyone who reaches it can sign in as its administrator and read its mail. Set HOST=127.0.0.1 to keep it on this machine.`,
    );
  return warnings;
}
