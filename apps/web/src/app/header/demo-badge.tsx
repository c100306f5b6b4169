import { Link } from 'react-router';
import { isDemo } from '#api/mode.ts';
import { classNames } from '#ui/class-names.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Says that the coins here are worth nothing, and leads to the tools that exist for that: where room is short, to the mails. */
export function DemoBadge({ slim = false }: { slim?: boolean }) {
  const { t } = useTranslation();
  if (!isDemo()) return null;
  return (
    <div className={classNames('flex items-center gap-x-3 whitespace-nowrap', !slim && 'flex-wrap')}>
      <span
        title={t('shell.demo.text')}
        className="rounded-sm bg-raised px-1.5 py-0.5 text-xs font-semibold text-warn uppercase"
      >
        {t('shell.demo.badge')}
      </span>
      <a href="/dev/outbox" className="quiet-link">
        {t('shell.demo.outbox')}
      </a>
      {!slim && (
        <Link to="/dev/kit" className="quiet-link">
          {t('shell.demo.kit')}
        </Link>
      )}
    </div>
  );
}
