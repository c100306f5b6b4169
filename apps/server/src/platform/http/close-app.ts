import type { App } from './app.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    shutdown: { started: boolean };
  }
}

/** From the moment the server stops, new requests on open connections are sent elsewhere. */
export function addShutdown(app: App): void {
  app.decorate('shutdown', { started: false });
  app.addHook('preClose', async () => {
    app.shutdown.started = true;
  });
  app.addHook('onRequest', async () => {
    if (app.shutdown.started) throw new Problem('service_unavailable');
  });
  // Without this, a client would keep its connection open after its last answer and hold up the stop.
  app.addHook('onSend', async (_request, reply) => {
    if (app.shutdown.started) reply.header('connection', 'close');
  });
}

/**
 * Stops the server: nothing new is accepted, requests under way finish, sockets are told to come back later. What has
 * not finished in time is cut off, because a stop that never ends is killed by whoever asked for it.
 */
export async function closeApp(app: App, timeoutMs: number): Promise<void> {
  app.shutdown.started = true;
  const timer = setTimeout(() => {
    app.log.warn({ timeoutMs }, 'requests were cut off because they outlasted the shutdown timeout');
    app.server.closeAllConnections();
  }, timeoutMs);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
