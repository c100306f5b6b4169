import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@emporion/contracts/errors';
import { Problem } from '#platform/http/problem.ts';
import { requestLanguage } from '#platform/http/request-language.ts';
import { renderProblem } from './render-problem.ts';

const lingerMs = 1_000;

/** Answers on the connection itself, for what never becomes a request of the router. The connection ends with it. */
export function answerBare(socket: Duplex, code: ErrorCode, acceptLanguage?: string): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = renderProblem(new Problem(code), requestLanguage(acceptLanguage));
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  // Reading on lets the other side see the answer before the connection goes; one that never closes is cut.
  const cut = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(cut));
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.resume();
}
