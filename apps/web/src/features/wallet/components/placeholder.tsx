import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Card } from '#ui/surface/card.tsx';

/** Stands for a tab that is not built yet. */
export function Placeholder() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon="clock" text={t('wallet.notOpen')} />
    </Card>
  );
}
