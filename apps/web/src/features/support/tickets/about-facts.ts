import type { Ticket } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { formatNumber } from '#ui/number/format-number.ts';

type About = NonNullable<Ticket['about']>;

export interface AboutFact {
  readonly name: string;
  readonly value: string;
}

interface Words {
  readonly t: Translate;
  networkName(code: string): string;
  moment(time: string): string;
}

/** In the order in which people tell of it. What is kept has none. */
const ordered: Readonly<Record<About['kind'], readonly string[]>> = {
  order: ['pair', 'operation', 'type', 'quantity', 'price', 'filled', 'status', 'time'],
  withdrawal: ['amount', 'fee', 'network', 'status', 'reason', 'time'],
  refusal: [],
};

const amountOf = (value: string, coin: string): string =>
  `${formatNumber(value, { decimals: 18, trimZeros: true })} ${coin}`.trim();

/** What a ticket carries, in words and with units, as the pages of orders and withdrawals show it. */
export function aboutFacts({ kind, facts }: About, { t, networkName, moment }: Words): AboutFact[] {
  const [base = '', quote = ''] = (facts.pair ?? '').split('-');
  const coin = facts.coin ?? '';
  const word = (key: string, value: string): string => t(key, { defaultValue: value.replaceAll('_', ' ') });
  const shown: Readonly<Record<string, (value: string) => string>> = {
    operation: (side) => word(`trade.side.${side}`, side),
    type: (type) => word(`trade.kinds.${type}`, type),
    quantity: (value) => amountOf(value, base),
    filled: (value) => amountOf(value, base),
    price: (value) => amountOf(value, quote),
    amount: (value) => amountOf(value, coin),
    fee: (value) => amountOf(value, coin),
    network: networkName,
    status: (status) =>
      word(kind === 'order' ? `trade.status.${status}` : `history.stages.${status}`, status),
    reason: (reason) => word(`wallet.reasons.${reason}`, reason),
    time: moment,
  };
  return ordered[kind].flatMap((name) => {
    const value = facts[name];
    return value === null || value === undefined ? [] : [{ name, value: shown[name]?.(value) ?? value }];
  });
}
