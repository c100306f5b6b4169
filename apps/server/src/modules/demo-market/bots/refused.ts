import type { Answer } from './bot.ts';

/** The server said no. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The server refused: ${code}`);
    this.code = code;
  }
}

/** The code of a refusal; undefined for an answer that is none. */
export function refusalOf({ status, body }: Answer): string | undefined {
  if (status < 300) return undefined;
  return typeof body?.code === 'string' ? body.code : `http_${status}`;
}

const noMoney = new Set(['insufficient_balance', 'order_no_funds']);

export function meansNoMoney(code: string): boolean {
  return noMoney.has(code);
}
