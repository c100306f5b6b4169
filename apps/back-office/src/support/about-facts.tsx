import type { DeskTicket } from '@emporion/contracts/rest';
import { inWords } from '#kit/badge.tsx';
import { ExactAmount } from '#kit/exact-amount.tsx';
import type { Fact } from '#kit/facts.tsx';
import { Time } from '#kit/time.tsx';

type About = NonNullable<DeskTicket['about']>;

/** What a ticket carries, in the words and the order of the pages of orders and withdrawals. What is kept has no order. */
export function aboutFacts({ kind, facts }: About, networkName: (code: string) => string): Fact[] {
  const [base = '', quote = ''] = (facts.pair ?? '').split('-');
  const words = (name: string) => (facts[name] == null ? undefined : inWords(facts[name]));
  const amount = (name: string, unit: string) =>
    facts[name] == null ? undefined : <ExactAmount value={facts[name]} unit={unit} />;
  const time = facts.time == null ? undefined : <Time at={facts.time} />;
  if (kind === 'order')
    return [
      ['Market', facts.pair ?? undefined],
      ['Side', words('operation')],
      ['Type', words('type')],
      ['Amount', amount('quantity', base)],
      ['Price', amount('price', quote)],
      ['Filled', amount('filled', base)],
      ['Status', words('status')],
      ['Placed', time],
    ];
  if (kind === 'withdrawal')
    return [
      ['Amount', amount('amount', facts.coin ?? '')],
      ['Fee', amount('fee', facts.coin ?? '')],
      ['Network', facts.network == null ? undefined : networkName(facts.network)],
      ['Status', words('status')],
      ['Reason', words('reason')],
      ['Asked for', time],
    ];
  return [];
}
