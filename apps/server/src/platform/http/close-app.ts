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
  app.addHook('onRequest', (request, _reply, next) => {
    const isRefused = app.shutdown.started && request.routeOptions.url !== '/readyz';
    next(isRefused ? new Problem('service_unavailable') : undefined);
  });
  // Without this, a client would keep its connection open after its last answer and hold up the stop.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (app.shutdown.started) reply.header('connection', 'close');
    next();
  });
}

/** What is left to do after everything was cut off; whatever takes longer is given up. */
const afterCutMs = 1_000;

/**
 * Stops the server: nothing new is accepted, requests under way finish, sockets are told to come back later. What has
 * not finished in time is cut off, because a stop that never ends is killed by whoever asked for it.
 */
export async function closeApp(app: App, timeoutMs: number): Promise<void> {
  app.shutdown.started = true;
  const cut = setTimeout(() => {
    app.log.warn({ timeoutMs }, 'requests were cut off because they outlasted the shutdown timeout');
    for (const connection of app.connections) connection.destroy();
  }, timeoutMs);
  let giveUp: NodeJS.Timeout | undefined;
  const givenUp = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, timeoutMs + afterCutMs);
  }).then(() => app.log.error({ timeoutMs }, 'the web server did not stop and was given up'));
  try {
    await Promise.race([app.close(), givenUp]);
  } finally {
    clearTimeout(cut);
    clearTimeout(giveUp);
  }
}
