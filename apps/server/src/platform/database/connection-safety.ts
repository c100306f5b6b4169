import pg from 'pg';

/**
 * Where a connection goes and whether it is safe on its way, as the library that connects understands the address: `local` does not leave this
 * machine, `checked` is encrypted and its certificate is checked, `open` is neither. `unreadable` names files that cannot be read.
 */
export type ConnectionSafety = 'local' | 'checked' | 'open' | 'unreadable';

export function connectionSafety(url: string): ConnectionSafety {
  try {
    const { host, ssl } = new pg.Client({ connectionString: url }) as unknown as {
      readonly host: string;
      readonly ssl:
        | boolean
        | { readonly rejectUnauthorized?: boolean; readonly checkServerIdentity?: unknown };
    };
    if (isLocal(host)) return 'local';
    if (ssl === true) return 'checked';
    if (!ssl || ssl.rejectUnauthorized === false || ssl.checkServerIdentity !== undefined) return 'open';
    return 'checked';
  } catch {
    return 'unreadable';
  }
}

/** Loopback, or the path of a socket. */
export function isLocal(host: string): boolean {
  return (
    host.startsWith('/') || ['localhost', '::1', '[::1]'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host)
  );
}
