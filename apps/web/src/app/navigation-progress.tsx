import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';

/** A thin line at the top while the next page is on its way. It waits a moment, so quick changes show nothing. */
export function NavigationProgress() {
  const { t } = useTranslation();
  if (useNavigation().state === 'idle') return null;
  return <div role="progressbar" aria-label={t('shell.loading')} className="navigation-progress" />;
}
