import type { Config } from '#platform/config/schema.ts';
import { demoPassword, demoUsers } from '#platform/demo/demo-users.ts';
import type { ExchangeSettings } from '#platform/settings/exchange-settings.ts';

interface WelcomeOptions {
  readonly config: Config;
  readonly url: string;
  readonly warnings: readonly string[];
  readonly settings: Pick<ExchangeSettings, 'name' | 'maintenance'>;
}

/** What the person at the terminal reads when everything runs. */
export function welcome({ config, url, warnings, settings }: WelcomeOptions): string[] {
  const local = config.host === '127.0.0.1' ? url.replace('127.0.0.1', 'localhost') : url;
  // Outside the demo people come by the address that the mails have, too.
  const open = config.demo ? local : config.publicUrl;
  const lines = ['', `${settings.name} is running: ${open}/account/`, `  Back office:   ${open}/admin`];
  if (config.demo) {
    lines.push(
      `  Mail and SMS:  ${open}/dev/outbox`,
      `  Try the API:   ${open}/api/docs`,
      '',
      `Demo users, all with the password ${demoPassword}:`,
      ...demoUsers.map(({ email, roles }) => `  ${email}${roles.length === 0 ? '' : ', and a code by mail'}`),
    );
  }
  for (const warning of warnings) lines.push('', `Warning: ${warning}`);
  if (config.maintenance || settings.maintenance) {
    const end = config.maintenance ? 'start without MAINTENANCE' : 'staff end it in the back office';
    lines.push('', `Maintenance: people may look and change nothing. To open again, ${end}.`);
  }
  return [...lines, '', 'Stop with Ctrl-C.'];
}
