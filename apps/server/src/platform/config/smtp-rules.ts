import { isLocal } from '#platform/database/connection-safety.ts';
import type { ConfigProblem } from './setting.ts';

const isYes = (value: string) => !['', 'false', '0'].includes(value);

/** Parameters that send the connection elsewhere, or hand TLS to something else. */
const redirecting = ['host', 'port', 'service', 'proxy', 'socket', 'connection', 'secured', 'direct'];

/** Parameters under which TLS is left out, or checks less than it does by itself. */
function isWeakening(name: string, value: string): boolean {
  if (name === 'ignoretls' || name === 'opportunistictls') return isYes(value);
  if (name === 'requiretls' || name === 'secure') return !isYes(value);
  if (name === 'tls.servername') return false;
  if (name === 'tls.minversion') return !['TLSv1.2', 'TLSv1.3'].includes(value);
  return name.startsWith('tls.') || name.startsWith('tls[');
}

/**
 * The mail library takes the query of the address for options, those of TLS included. A server on this machine may
 * go without: its certificate is often made by itself, and nothing leaves the machine.
 */
export function refuseWeakMail(smtpUrl: string): ConfigProblem | undefined {
  const { hostname, searchParams } = new URL(smtpUrl);
  const found = [...searchParams].find(([name, value]) => {
    const lower = name.toLowerCase();
    return redirecting.includes(lower) || (!isLocal(hostname) && isWeakening(lower, value));
  });
  return (
    found && {
      variable: 'SMTP_URL',
      message: `SMTP_URL must not have the parameter ${found[0]}: codes and links of users would travel without TLS, or to another server. Remove it from the address; a certificate authority of your own goes into NODE_EXTRA_CA_CERTS.`,
    }
  );
}
