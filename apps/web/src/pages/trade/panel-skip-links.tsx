import { useTranslation } from '#ui/text/use-translation.ts';

const simplePanels = ['chart', 'form', 'orders'] as const;
const everyPanel = ['chart', 'book', 'form', 'orders'] as const;

/** Lets a keyboard go straight to a panel; each link shows itself when it is reached. */
export function PanelSkipLinks({ simple }: { simple: boolean }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('trade.desk.panels')}>
      {(simple ? simplePanels : everyPanel).map((panel) => (
        <a key={panel} href={`#desk-${panel}`} className="panel-skip">
          {t(`trade.desk.${panel}`)}
        </a>
      ))}
    </nav>
  );
}
