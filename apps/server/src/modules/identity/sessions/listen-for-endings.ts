import { z } from 'zod';
import type { App } from '#platform/http/app.ts';
import type { Platform } from '#platform/platform.ts';
import { listenFor } from '#platform/signals/signals.ts';
import { liveSessionsOf } from './live-sessions.ts';

const Ending = z.object({ userId: z.string(), ended: z.array(z.string()) });

/**
 * Hears of sessions that end, in this process or in another: they are forgotten, and their sockets close. While the
 * connection is broken nothing is heard, so what is remembered is dropped and lasts seconds at most.
 */
export function listenForEndings(app: App, platform: Platform): void {
  const live = liveSessionsOf(platform);
  listenFor(app, platform, 'identity_sessions_changed', {
    heard: (payload) => {
      const { userId, ended } = Ending.parse(payload);
      // A reading that is under way may still hold what was true before, so the user's sessions are not remembered for a while.
      live.distrust(userId);
      if (app.hasDecorator('realtime')) app.realtime.endSessionsOf(userId, ended);
    },
    lost: () => live.clear(),
  });
}
