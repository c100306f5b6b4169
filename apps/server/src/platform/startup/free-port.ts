import { createServer } from 'node:net';
import { StartupError } from './startup-error.ts';

/** A port that nobody listens on at this moment. */
export function findFreePort(): Promise<number> {
  return listenBriefly({ host: '127.0.0.1', port: 0 });
}

/**
 * Finds out early that the port is taken, before a database is started for nothing.
 *
 * @throws StartupError when it is, or when the address is not ours.
 */
export async function requireFreePort(address: { host: string; port: number }): Promise<void> {
  try {
    await listenBriefly(address);
  } catch (error) {
    throw explainListenError(error, address);
  }
}

/** The sentence for a failed attempt to listen. */
export function explainListenError(
  error: unknown,
  { host, port, setting = 'PORT' }: { host: string; port: number; setting?: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is in use: stop the program that has it, or set ${setting} to another one.`,
      );
    case 'EACCES':
      return new StartupError(`Port ${port} may not be used by this user: set ${setting} to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`This machine has no address ${host}: set HOST to one of its own.`);
    default:
      return error;
  }
}

function listenBriefly(address: { host: string; port: number }): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once('error', refuse);
    probe.listen(address, () => {
      const bound = probe.address();
      const port = typeof bound === 'object' && bound ? bound.port : 0;
      probe.close(() => done(port));
    });
  });
}
