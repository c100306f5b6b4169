import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { readBodies } from './read-bodies.ts';

export interface BodyBounds {
  /** A longer body is refused before it is read to its end. */
  readonly bytesMax: number;
  /** Called with a body that nobody has judged yet. What it throws refuses the call. */
  readonly beforeJudging?: (request: FastifyRequest) => void;
}

/** Adds routes whose callers are not counted by the minute: whatever their bodies cost must be bounded otherwise. */
export async function boundBodies(
  app: App,
  { bytesMax, beforeJudging }: BodyBounds,
  add: (scope: App) => void,
): Promise<void> {
  await app.register(async (scope) => {
    readBodies(scope, bytesMax);
    if (beforeJudging) scope.addHook('preValidation', async (request) => beforeJudging(request));
    add(scope);
  });
}
