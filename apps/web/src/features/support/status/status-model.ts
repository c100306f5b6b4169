import { type ServiceStatus, serviceStates } from '@emporion/contracts/rest';

export type State = ServiceStatus['parts'][number]['state'];
export type Overall = State | 'maintenance';

/** The worst of all parts; maintenance explains them all. */
export function overallOf({ parts, maintenance }: Pick<ServiceStatus, 'parts' | 'maintenance'>): Overall {
  if (maintenance) return 'maintenance';
  const worst = Math.max(0, ...parts.map(({ state }) => serviceStates.indexOf(state)));
  return serviceStates[worst] ?? 'operational';
}

export interface NetworkLine {
  readonly network: string;
  readonly deposits: State | undefined;
  readonly withdrawals: State | undefined;
}

/** Deposits and withdrawals of each network side by side, in the order they came. */
export function networkLines(parts: ServiceStatus['parts']): NetworkLine[] {
  const names = [...new Set(parts.flatMap(({ network }) => network ?? []))];
  const stateOf = (name: string, part: 'deposits' | 'withdrawals') =>
    parts.find((one) => one.network === name && one.part === part)?.state;
  return names.map((network) => ({
    network,
    deposits: stateOf(network, 'deposits'),
    withdrawals: stateOf(network, 'withdrawals'),
  }));
}
