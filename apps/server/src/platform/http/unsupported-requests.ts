import type { App } from './app.ts';
import { answerBare } from './errors/bare-answer.ts';
import { trackPendingAnswers } from './pending-answers.ts';

/** Node answers these two without a body or not at all. We are no proxy, and no expectation but one is known to us. */
export function refuseUnsupportedRequests(app: App): void {
  const pending = trackPendingAnswers(app.server);
  app.server.on('connect', ({ headers }, socket) => {
    socket.on('error', () => socket.destroy());
    if (pending.has(socket)) pending.drop(socket);
    else answerBare(socket, 'method_not_allowed', headers['accept-language']);
  });
  app.server.on('checkExpectation', ({ socket, headers }) => {
    if (pending.has(socket)) pending.drop(socket);
    else answerBare(socket, 'bad_request', headers['accept-language']);
  });
}
