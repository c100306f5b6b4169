import { connect } from 'node:tls';
import type { Health } from '@emporion/contracts/rest';

type Part = Health['parts'][number];

const dayMs = 86_400_000;
/** Whoever renews by itself does so a month before the end. */
const lateDays = 14;
const lastDays = 3;
/** So often the address is asked, and so soon again when it did not answer. */
const askedEveryMs = 3_600_000;
const askedAgainMs = 300_000;
const timeoutMs = 5_000;

export interface Certificate {
  readonly ends: Date;
  /** Why browsers would not trust it. */
  readonly objection: string | null;
}

/** Asks an address for its certificate, as a browser would. @throws what keeps it from answering. */
export function askCertificate({ hostname, port }: URL): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // What is not trusted is looked at all the same: when it ends is what is asked.
    const socket = connect({
      ...{ host, port: Number(port || 443), rejectUnauthorized: false, timeout: timeoutMs },
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      const { authorizationError } = socket;
      socket.destroy();
      const ends = new Date(valid_to);
      if (Number.isNaN(ends.getTime())) reject(new Error('it showed no certificate'));
      else resolve({ ends, objection: authorizationError ? String(authorizationError) : null });
    });
    socket.once('timeout', () => socket.destroy(new Error(`no answer in ${timeoutMs / 1_000} seconds`)));
    socket.once('error', reject);
  });
}

const part = (state: Part['state'], text: string): Part => ({ part: 'certificate', name: null, state, text });

/** How long the certificate of the public address still counts. */
export function judgeCertificate({ ends, objection }: Certificate, now: Date): Part {
  const days = Math.floor((ends.getTime() - now.getTime()) / dayMs);
  const date = ends.toISOString().slice(0, 10);
  if (days < 0) return part('bad', `It ended on ${date}: browsers refuse the exchange. Renew it.`);
  const text = `It ends ${days === 0 ? 'within a day' : days === 1 ? 'in a day' : `in ${days} days`}, on ${date}.`;
  const trust = objection === null ? '' : ` This server does not trust it: ${objection}.`;
  if (days < lastDays) return part('bad', `${text} Renew it now.${trust}`);
  if (days < lateDays) return part('warn', `${text} Look why it was not renewed.${trust}`);
  if (objection !== null) return part('warn', `${text}${trust}`);
  return part('good', text);
}

export type CertificateWatch = (now: Date) => Promise<Part | undefined>;

/** Asks the public address once an hour, however often it is looked at. Undefined where there is no certificate to ask for. */
export function certificateWatch(
  publicUrl: string,
  ask: typeof askCertificate = askCertificate,
): CertificateWatch {
  const url = new URL(publicUrl);
  let latest: { readonly atMs: number; readonly found: Certificate | Error } | undefined;
  let open: Promise<void> | undefined;
  const look = async () => {
    const found = await ask(url).catch((error: unknown) =>
      error instanceof Error ? error : new Error(String(error)),
    );
    latest = { atMs: performance.now(), found };
    open = undefined;
  };
  return async (now) => {
    if (url.protocol !== 'https:') return undefined;
    const keptMs = latest?.found instanceof Error ? askedAgainMs : askedEveryMs;
    if (latest === undefined || performance.now() - latest.atMs > keptMs) {
      open ??= look();
      // What is known already is told meanwhile.
      if (latest === undefined) await open;
    }
    const found = latest?.found;
    if (found === undefined) return undefined;
    return found instanceof Error
      ? part(
          'unknown',
          `${url.host} cannot be asked from here: ${found.message}. Have somebody outside watch when it ends.`,
        )
      : judgeCertificate(found, now);
  };
}
