import type { Translate } from '@emporion/i18n/texts';
import { showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

const keys = [
  ['B', 'buy'],
  ['S', 'sell'],
  ['L', 'limit'],
  ['M', 'market'],
  ['T', 'stopLimit'],
  ['/', 'search'],
  ['1–9', 'timeframe'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const;

function KeyHelp() {
  const { t } = useTranslation();
  return (
    <dl className="flex flex-col gap-2">
      {keys.map(([key, name]) => (
        <div key={key} className="flex items-center justify-between gap-4">
          <dt>{t(`trade.keys.${name}`)}</dt>
          <dd>
            <kbd className="trade-key">{key}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function showKeyHelp(t: Translate): void {
  showModal(KeyHelp, {}, { title: t('trade.keys.title'), size: 'sm' });
}
