import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Whoever is suspended because of a payment that was taken back is told so here too, with what to do. */
export function Suspended({ currency }: { currency: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex gap-3 rounded-md border border-warn/50 bg-warn/10 p-3">
      <Icon name="triangle-alert" size={18} className="mt-px flex-none text-warn" />
      <div className="min-w-0 flex-1 text-pretty">
        <p className="font-semibold">{t('card.reversed.suspendedTitle')}</p>
        {t('card.reversed.suspended', { currency })}
      </div>
    </div>
  );
}
