import { useTradingConnection } from '#live/connection-state.ts';
import { useLatency } from '#live/latency-state.ts';
import { classNames } from '#ui/class-names.ts';
import { useOnline } from '#ui/state/online.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

type Shown = 'live' | 'connecting' | 'reconnecting' | 'offline';

/** How the page stands with the server. The header says aloud when the connection is lost; here it can be looked up. */
function useShown(): Shown {
  const connection = useTradingConnection();
  const online = useOnline();
  if (!online || connection === 'given-up') return 'offline';
  if (connection === 'open') return 'live';
  return connection === 'reconnecting' ? 'reconnecting' : 'connecting';
}

const tones = {
  live: 'bg-buy',
  connecting: 'bg-muted',
  reconnecting: 'bg-warn',
  offline: 'bg-sell',
} as const;

/** The state of the live data in a word, and how far away the server is. */
export function ConnectionStatus() {
  const { t } = useTranslation();
  const shown = useShown();
  const latencyMs = useLatency();
  return (
    <p className="num flex items-center gap-1.5 whitespace-nowrap" data-testid="connection-status">
      <span aria-hidden="true" className={classNames('size-2 rounded-full', tones[shown])} />
      {t(`shell.connection.${shown}`)}
      {shown === 'live' && latencyMs !== null && (
        <span title={t('shell.connection.latency')}>{t('shell.connection.ms', { ms: latencyMs })}</span>
      )}
    </p>
  );
}
