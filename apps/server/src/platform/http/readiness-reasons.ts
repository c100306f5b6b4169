import type { App } from './app.ts';

/** Says what an operator should know although the server can serve; undefined while there is nothing. */
export type ReadinessReason = () => string | undefined;

declare module 'fastify' {
  interface FastifyInstance {
    /** Modules add theirs; `/readyz` tells them to a request with `METRICS_TOKEN`, and the dashboard to staff. */
    readinessReasons: ReadinessReason[];
  }
}

export function addReadinessReasons(app: App): ReadinessReason[] {
  const reasons: ReadinessReason[] = [];
  app.decorate('readinessReasons', reasons);
  return reasons;
}
