import { useEffect } from 'react';
import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { resetLayout } from './layout-store.ts';

/** Says what can be done while the panels are being arranged, and ends it. */
export function ArrangeBar({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onDone();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onDone]);
  return (
    <div className="arrange-bar" role="status">
      <p>{t('trade.layout.hint')}</p>
      <Button size="small" variant="flat" onClick={resetLayout}>
        {t('trade.layout.reset')}
      </Button>
      <Button size="small" onClick={onDone}>
        {t('trade.layout.done')}
      </Button>
    </div>
  );
}
