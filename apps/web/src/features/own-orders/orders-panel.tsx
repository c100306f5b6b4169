import { useLocation } from 'react-router';
import { useIsLoggedIn } from '#api/session.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { PanelSkeleton } from '#ui/surface/panel-skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { OrdersPanelProps } from './own-panel.tsx';

/** A visitor has no orders and need not carry what shows them. */
const { Part: OwnPanel, load: loadOwnPanel } = lazyPart(
  async () => (await import('./own-panel.tsx')).OwnPanel,
  <PanelSkeleton />,
);

export { loadOwnPanel };

function Visitor() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon="list"
      text={t('trade.orders.visitor')}
      action={
        <LinkButton size="small" to={`/login?${new URLSearchParams({ redirectFrom: pathname })}`}>
          {t('trade.logIn')}
        </LinkButton>
      }
    />
  );
}

export function OrdersPanel(props: OrdersPanelProps) {
  if (!useIsLoggedIn()) return <Visitor />;
  return <OwnPanel {...props} />;
}
