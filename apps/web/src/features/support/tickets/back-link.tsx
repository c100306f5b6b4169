import { Link } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

export function BackLink() {
  const { t } = useTranslation();
  return (
    <Link
      to="/support/tickets"
      className="inline-flex min-h-8 items-center gap-1 self-start text-muted hover:text-body"
    >
      <Icon name="arrow-left" size={16} />
      {t('tickets.title')}
    </Link>
  );
}
