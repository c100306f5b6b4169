import {
  type Incident,
  type NetworkState,
  type ServiceStatus,
  serviceStates,
} from '@emporion/contracts/rest';

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
    // Nobody measures the acquirer and the banks: they work until staff say otherwise, and what stands in the form of incidents stands here.
    line('cards', moves ?? 'operational'),
    line('bank_transfers', maintenance ? 'degraded' : 'operational'),
    line('email', states[measured.mail]),
    ...networks.map((network) => line('deposits', depositsOf(network), network.name)),
    ...networks.map((network) =>
      line('withdrawals', moves ?? withdrawalsOf(network, measured), network.name),
    ),
  ];
}

type Open = Pick<Incident, 'parts' | 'impact' | 'state'>;

/** What an open incident says of its parts. One that is only being watched is nearly over. */
function stateIn({ impact, state }: Open): State {
  return impact === 'critical' && state !== 'monitoring' ? 'down' : 'degraded';
}

/** Nothing stands better than people were told: what staff know of a part counts beside what is measured of it. */
export function withIncidents(lines: readonly ServiceLine[], incidents: readonly Open[]): ServiceLine[] {
  const open = incidents.filter(({ state }) => state !== 'resolved');
  const worse = (one: State, other: State): State =>
    serviceStates.indexOf(one) > serviceStates.indexOf(other) ? one : other;
  const told = (line: ServiceLine): ServiceLine => {
    const said = open.filter(({ parts }) => parts.includes(line.part)).map(stateIn);
    return { ...line, state: said.reduce(worse, line.state) };
  };
  const unmeasured = [...new Set(open.flatMap(({ parts }) => parts))].filter(
    (part) => !lines.some((line) => line.part === part),
  );
  const added = unmeasured.map((part): ServiceLine => ({ part, network: null, state: 'operational' }));
  return [...lines, ...added].map(told);
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
