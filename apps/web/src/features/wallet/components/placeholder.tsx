import { EmptyState } from '#ui/state/empty-state.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Stands for a tab that is not built yet. */
export function Placeholder() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState icon="clock" text={t('wallet.notOpen')} />
    </Card>
  );
}
