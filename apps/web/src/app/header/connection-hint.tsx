import { useTradingConnection } from '#live/connection-state.ts';
import { StaleBadge } from '#ui/state/stale-badge.tsx';

/** Says that live data is being connected again. A visitor on a quiet page has no connection and sees nothing. */
export function ConnectionHint() {
  return useTradingConnection() === 'reconnecting' ? <StaleBadge /> : null;
}
