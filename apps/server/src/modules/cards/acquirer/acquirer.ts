import {
  AcquirerPayment,
  AcquirerPayout,
  acquirerPaths,
  OpenedPage,
  type PageRequest,
  type PayoutRequest,
  Refunded,
  type RefundRequest,
} from '@emporion/contracts/acquirer';
import type { z } from 'zod/mini';
import type { Clock } from '#platform/platform.ts';
import { signedHeaders } from './signed-message.ts';

/** Who takes payments and pays out. Every call may be repeated: an order has one payment and one payout, and a refund an id of its own. */
export interface Acquirer {
  readonly secret: string;
  openPage(request: PageRequest): Promise<OpenedPage>;
  /** Undefined: it knows of none. */
  findPayment(order: string): Promise<AcquirerPayment | undefined>;
  refund(request: RefundRequest): Promise<'refunded' | 'refused'>;
  payOut(request: PayoutRequest): Promise<AcquirerPayout>;
  findPayout(order: string): Promise<AcquirerPayout | undefined>;
}

/** It cannot be reached, or answers what makes no sense: whatever was asked is asked again later. */
export class AcquirerUnavailable extends Error {}

const timeoutMs = 10_000;
const answerLengthMax = 16_384;

export function connectAcquirer({
  address,
  secret,
  clock,
}: {
  /** Without a slash at its end. */
  address: () => Promise<string>;
  secret: string;
  clock: Clock;
}): Acquirer {
  async function ask<Schema extends z.ZodMiniType>(
    path: string,
    question: object,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const body = JSON.stringify(question);
    try {
      const answer = await fetch(`${await address()}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(secret, body, clock.now()) },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      if (answer.status === 404) return undefined;
      if (!answer.ok || text.length > answerLengthMax) throw new Error(`It answered ${answer.status}.`);
      return schema.parse(JSON.parse(text));
    } catch (error) {
      throw new AcquirerUnavailable(`An acquirer cannot be asked: ${(error as Error).message}`);
    }
  }
  const must = async <Value>(value: Promise<Value | undefined>): Promise<Value> => {
    const found = await value;
    if (found === undefined) throw new AcquirerUnavailable('An acquirer does not know what it was asked.');
    return found;
  };
  return {
    secret,
    openPage: (request) => must(ask(acquirerPaths.openPage, request, OpenedPage)),
    findPayment: (order) => ask(acquirerPaths.findPayment, { order }, AcquirerPayment),
    refund: async (request) => (await must(ask(acquirerPaths.refund, request, Refunded))).state,
    payOut: (request) => must(ask(acquirerPaths.payOut, request, AcquirerPayout)),
    findPayout: (order) => ask(acquirerPaths.findPayout, { order }, AcquirerPayout),
  };
}
