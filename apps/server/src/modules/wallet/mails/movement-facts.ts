import { formatDecimalIn } from '@emporion/i18n/server';
import type { MailBlock, TemplateContext, TextParams } from '#platform/messages/template.ts';

/** A deposit or withdrawal as its mails tell it. Amounts are decimals of the coin. */
export interface MovementParams {
  readonly coin: string;
  readonly amount: string;
  /** By the name that people know it by. */
  readonly network: string;
  readonly fee?: string | undefined;
  readonly address?: string | undefined;
  readonly memo?: string | undefined;
  /** Of the transaction on the network. */
  readonly hash?: string | undefined;
}

/** What the sentences of these mails name. */
export function movementWords({ language }: TemplateContext, params: MovementParams): TextParams {
  const { coin, amount, network } = params;
  return { coin, network, amount: formatDecimalIn(language, amount) };
}

/** All that is known of it, as labelled values: who reads it compares every character of the address. */
export function movementFacts({ text, language }: TemplateContext, params: MovementParams): MailBlock {
  const { coin, amount, network, fee, address, memo, hash } = params;
  const inCoin = (value: string) => `${formatDecimalIn(language, value)} ${coin}`;
  const rows: [string, string | undefined][] = [
    ['amount', inCoin(amount)],
    ['fee', fee === undefined ? undefined : inCoin(fee)],
    ['network', network],
    ['address', address],
    ['memo', memo],
    ['hash', hash],
  ];
  return {
    kind: 'facts',
    rows: rows.flatMap(([name, value]) =>
      value === undefined ? [] : [[text(`wallet.facts.${name}`), value] as const],
    ),
  };
}
