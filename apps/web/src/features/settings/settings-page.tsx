import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError } from '#api/failure.ts';
import { settingsQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { AccountSection } from './account/account-section.tsx';
import { PreferencesSection } from './appearance/preferences-section.tsx';
import { DevicesSection } from './devices/devices-section.tsx';
import { type SectionName, type SectionProps, sectionOf } from './model/sections.ts';
import { Notices } from './notices.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { ProfileSection } from './profile/profile-section.tsx';
import { RowsSkeleton } from './rows/rows-skeleton.tsx';
import { SectionNavigation } from './section-navigation.tsx';
import { SecuritySection } from './security/security-section.tsx';

const sections: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  profile: ProfileSection,
  security: SecuritySection,
  devices: DevicesSection,
  preferences: PreferencesSection,
  notifications: NotificationsSection,
  account: AccountSection,
};

/** The section's heading takes the focus when another section is chosen, so that its content is read next. */
function SectionHead({ name }: { name: SectionName }) {
  const { t } = useTranslation();
  const headRef = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    headRef.current?.focus();
  }, [name]);
  return (
    <div>
      <Link to="/settings" className="mb-2 inline-flex min-h-11 items-center gap-1 text-accent md:hidden">
        <Icon name="chevron-left" size={16} />
        {t('settings.all')}
      </Link>
      <h2 ref={headRef} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t(`settings.sections.${name}.title`)}
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-muted">{t(`settings.sections.${name}.lead`)}</p>
    </div>
  );
}

function Content({ name }: { name: SectionName }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery({
    ...settingsQuery,
    // Another tab or device may have changed them; what is shown as chosen has to be what is.
    refetchOnWindowFocus: 'always',
  });
  if (data === undefined && error !== null) {
    const detail = error instanceof ApiError ? refusalOf(error.failure, t).message : undefined;
    return (
      <div className="rounded-md bg-surface">
        <ErrorState
          title={t('settings.unread')}
          detail={detail}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </div>
    );
  }
  if (data === undefined) return <RowsSkeleton rows={5} />;
  const Section = sections[name];
  return (
    <>
      <Notices settings={data} />
      <Section settings={data} />
    </>
  );
}

/** One section at a time beside the list of all; a phone shows the list first and then the section. */
export function SettingsPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const named = sectionOf(hash);
  const name = named ?? 'profile';
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-6 md:py-8">
      <h1 className={`mb-4 text-xl font-bold md:mb-6 ${named === undefined ? '' : 'max-md:sr-only'}`}>
        {t('settings.title')}
      </h1>
      <div className="grid items-start gap-6 md:grid-cols-[15rem_minmax(0,1fr)]">
        <SectionNavigation current={name} hiddenOnPhones={named !== undefined} />
        <section
          aria-label={t(`settings.sections.${name}.title`)}
          className={`flex min-w-0 flex-col gap-4 ${named === undefined ? 'max-md:hidden' : ''}`}
        >
          <SectionHead name={name} />
          <Content name={name} />
        </section>
      </div>
    </div>
  );
}
