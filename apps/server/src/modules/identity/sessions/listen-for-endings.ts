import type pg from 'pg';
import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { liveSessionsOf, sessionsChangedChannel } from './live-sessions.ts';

const Ending = z.object({ userId: z.string(), ended: z.array(z.string()) });
const retryMs = 1_000;

/**
 * Hears of sessions that end, in this process or in another: they are forgotten, and their sockets close. While the
 * connection is broken nothing is heard, so what is remembered is dropped and lasts seconds at most.
 */
export function listenForEndings(app: App, platform: Platform): void {
  const live = liveSessionsOf(platform);
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function lose(broken: pg.PoolClient | undefined): void {
    if (broken !== undefined && broken === client) {
      client = undefined;
      broken.release(true);
    }
    live.clear();
    if (closed) return;
    timer = setTimeout(() => void listen(), retryMs).unref();
  }

  async function listen(): Promise<void> {
    let opened: pg.PoolClient | undefined;
    try {
      opened = await platform.database.pool.connect();
      client = opened;
      const own = opened;
      own.on('error', () => lose(own));
      own.on('notification', ({ payload }) => hear(app, platform, payload ?? ''));
      await own.query(`listen ${sessionsChangedChannel}`);
      if (closed) release();
    } catch {
      lose(opened);
    }
  }

  function release(): void {
    client?.release(true);
    client = undefined;
  }

  app.addHook('onReady', () => void listen());
  app.addHook('onClose', async () => {
    closed = true;
    clearTimeout(timer);
    release();
  });
}

function hear(app: App, platform: Platform, payload: string): void {
  const ending = Ending.safeParse(parsed(payload));
  if (!ending.success) return;
  const { userId, ended } = ending.data;
  // A reading that is under way may still hold what was true before, so the user's sessions are not remembered for a while.
  liveSessionsOf(platform).distrust(userId);
  if (app.hasDecorator('realtime')) app.realtime.endSessionsOf(userId, ended);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
