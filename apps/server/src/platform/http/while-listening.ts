import type { App } from './app.ts';

interface Running {
  stop(): Promise<void>;
}

/**
 * Runs something from the moment that the server listens until it closes. A signal can close it before its hooks for listening have had their turn: then it
 * is not begun, for nobody would end it.
 */
export function whileListening(app: App, start: () => Running | undefined): void {
  let running: Running | undefined;
  let isClosed = false;
  app.addHook('onListen', async () => {
    if (!isClosed) running = start();
  });
  app.addHook('preClose', async () => {
    isClosed = true;
    await running?.stop();
  });
}
