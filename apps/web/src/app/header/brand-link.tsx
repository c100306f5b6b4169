import { Link } from 'react-router';
import { Logo } from '#ui/brand/logo.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** `emblem` leaves the name away where a narrow screen needs the room for the pair. */
export function BrandLink({ emblem = false }: { emblem?: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to="/"
      aria-label={t('shell.home')}
      className="flex min-h-8 shrink-0 items-center max-md:min-h-11 max-md:px-1"
    >
      <Logo compact={emblem} />
    </Link>
  );
}
