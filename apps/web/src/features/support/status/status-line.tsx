import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { looks } from './state-mark.tsx';
import { overallOf } from './status-model.ts';
import { statusQuery } from './status-query.ts';

/** How the exchange stands, in a line that leads to the whole of it. */
export function StatusLine() {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(statusQuery(i18n.language));
  const overall = data && overallOf(data);
  return (
    <Link
      to="/support/status"
      className="flex min-h-11 items-center gap-2 text-muted hover:underline md:min-h-8"
    >
      <Icon
        name={overall === undefined ? 'info' : looks[overall].icon}
        size={16}
        className={overall === undefined ? 'flex-none' : `flex-none ${looks[overall].colour}`}
      />
      {overall === undefined ? t('help.status.title') : t(`help.status.overall.${overall}`)}
      <Icon name="chevron-right" size={16} className="flex-none" />
    </Link>
  );
}
