import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { BrandCard } from './brand-card.tsx';
import { ContactCard } from './contact-card.tsx';
import { CountriesCard } from './countries-card.tsx';
import { MaintenanceCard } from './maintenance-card.tsx';
import { MessagesCard } from './messages-card.tsx';
import { RequirementsCard } from './requirements-card.tsx';
import { settingsQuery } from './settings-query.ts';

export function SettingsPage() {
  const may = useMay();
  const settings = useQuery(settingsQuery);
  if (settings.isPending) return <Loading />;
  if (settings.data === undefined)
    return <Failure error={settings.error} onRetry={() => void settings.refetch()} />;
  const { data } = settings;
  return (
    <>
      <PageHead
        title="Settings"
        text="Settings for the whole exchange. Each change needs a fresh code, takes effect at once and is recorded in the audit log."
        actions={
          may('settings.change') && (
            <Link to="/first-run" className="text-accent underline">
              First set-up
            </Link>
          )
        }
      />
      <MaintenanceCard maintenance={data.maintenance} />
      <BrandCard branding={data.branding} />
      <ContactCard branding={data.branding} />
      <RequirementsCard settings={data} />
      <CountriesCard settings={data} />
      <MessagesCard settings={data} />
    </>
  );
}
