import type { NetworkState, ServiceStatus } from '@emporion/contracts/rest';

export type ServiceLine = ServiceStatus['parts'][number];
type State = ServiceLine['state'];

/** What is known of the exchange, as far as what people use depends on it. */
export interface Measured {
  readonly maintenance: boolean;
  readonly journal: 'good' | 'warn' | 'bad';
  readonly projections: 'good' | 'warn' | 'bad';
  readonly mail: 'good' | 'warn' | 'bad';
  /** Whether the signer answers. One that a demo has not is not missed. */
  readonly signs: boolean;
  readonly networks: readonly Pick<
    NetworkState,
    'name' | 'deposits' | 'withdrawals' | 'error' | 'lag' | 'confirmations' | 'coins'
  >[];
  readonly markets: { readonly open: number; readonly closed: number };
}

const states: Readonly<Record<Measured['mail'], State>> = {
  good: 'operational',
  warn: 'degraded',
  bad: 'down',
};

/** What people are told: a state for each part they use, and nothing of what is behind it. */
export function servicePartsOf(measured: Measured): ServiceLine[] {
  const { maintenance, networks } = measured;
  const line = (part: ServiceLine['part'], state: State, network: string | null = null): ServiceLine => ({
    ...{ part, network, state },
  });
  const moves = maintenance ? 'paused' : null;
  return [
    line('website', maintenance ? 'degraded' : 'operational'),
    line('trading', moves ?? tradingOf(measured)),
    line('market_data', states[measured.projections]),
    line('email', states[measured.mail]),
    ...networks.map((network) => line('deposits', depositsOf(network), network.name)),
    ...networks.map((network) =>
      line('withdrawals', moves ?? withdrawalsOf(network, measured), network.name),
    ),
  ];
}

function tradingOf({ journal, markets: { open, closed } }: Measured): State {
  if (journal !== 'good') return states[journal];
  if (closed === 0) return 'operational';
  return open === 0 ? 'paused' : 'degraded';
}

type Network = Measured['networks'][number];

function depositsOf({ deposits, error, lag, confirmations, coins }: Network): State {
  if (!deposits || (coins.length > 0 && coins.every((coin) => !(coin.deposits && coin.coin_deposits))))
    return 'paused';
  if (error !== null) return 'down';
  const isSome = coins.some((coin) => !(coin.deposits && coin.coin_deposits));
  return (lag ?? 0) > confirmations || isSome ? 'degraded' : 'operational';
}

function withdrawalsOf({ withdrawals, error, coins }: Network, { signs }: Measured): State {
  const isOff = (coin: Network['coins'][number]) =>
    !(coin.withdrawals && coin.coin_withdrawals) || coin.stopped;
  if (!withdrawals || (coins.length > 0 && coins.every(isOff))) return 'paused';
  if (error !== null || !signs) return 'down';
  return coins.some(isOff) ? 'degraded' : 'operational';
}
