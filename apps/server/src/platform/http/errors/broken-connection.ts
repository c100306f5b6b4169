import type { Socket } from 'node:net';
import type { ErrorCode } from '@emporion/contracts/errors';
import { answerBare } from './bare-answer.ts';

/** What the HTTP parser refuses never becomes a request, so it is answered on the bare connection, in English. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else answerBare(socket, codeOf(error.code));
}

function codeOf(code: string | undefined): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'bad_request';
}
