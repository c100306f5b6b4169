import type { FastifyRequest } from 'fastify';

/** True when the error is nothing but the client hanging up in the middle of its request. */
export function isClientGone(error: unknown, { raw }: FastifyRequest): boolean {
  if (!(error instanceof Error)) return false;
  return error === raw.errored || error === raw.socket.errored;
}
