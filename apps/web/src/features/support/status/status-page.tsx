import type { ServiceStatus } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '#ui/icon/icon.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { useOnline } from '#ui/state/online.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { IncidentItem } from './incident-item.tsx';
import { looks, StateMark } from './state-mark.tsx';
import { networkLines, overallOf } from './status-model.ts';
import { statusQuery } from './status-query.ts';

function Overview({ status }: { status: ServiceStatus }) {
  const { t, i18n } = useTranslation();
  const isOnline = useOnline();
  const overall = overallOf(status);
  const { icon, colour } = looks[overall];
  const time = dateFormat(i18n.language, { timeStyle: 'short', hourCycle: 'h23' }).format(
    new Date(status.time),
  );
  return (
    <Card>
      <div className="flex items-start gap-3" role="status">
        <Icon name={icon} size={28} className={`flex-none ${colour}`} />
        <div>
          <p className="text-lg font-semibold">{t(`help.status.overall.${overall}`)}</p>
          <p className="text-muted">
            {isOnline ? t('help.status.checked', { time }) : t('help.status.stale')}
          </p>
        </div>
      </div>
    </Card>
  );
}

function Services({ parts }: Pick<ServiceStatus, 'parts'>) {
  const { t } = useTranslation();
  return (
    <Card title={t('help.status.services')}>
      <ul>
        {parts
          .filter(({ network }) => network === null)
          .map(({ part, state }) => (
            <li
              key={part}
              className="flex min-h-10 items-center justify-between gap-4 border-t hairline first:border-t-0"
            >
              {t(`help.status.parts.${part}`)}
              <StateMark state={state} />
            </li>
          ))}
      </ul>
    </Card>
  );
}

function Networks({ parts }: Pick<ServiceStatus, 'parts'>) {
  const { t } = useTranslation();
  const lines = networkLines(parts);
  if (lines.length === 0) return null;
  const sides = ['deposits', 'withdrawals'] as const;
  return (
    <Card title={t('help.status.networks')}>
      <table className="w-full">
        <thead>
          <tr className="text-left text-muted max-md:sr-only">
            <th scope="col" className="py-1 font-normal">
              {t('help.status.network')}
            </th>
            {sides.map((side) => (
              <th key={side} scope="col" className="py-1 font-normal">
                {t(`help.status.parts.${side}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ network, ...states }) => (
            <tr
              key={network}
              className="border-t hairline max-md:flex max-md:flex-col max-md:gap-1 max-md:py-2"
            >
              <th scope="row" className="h-10 text-left font-normal max-md:h-auto max-md:font-semibold">
                {network}
              </th>
              {sides.map((side) => {
                const state = states[side];
                return (
                  <td key={side} className="max-md:flex max-md:justify-between max-md:gap-4">
                    <span className="text-muted md:hidden">{t(`help.status.parts.${side}`)}</span>
                    {state !== undefined && <StateMark state={state} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** What goes on comes before everything else. */
function OpenIncidents({ incidents }: Pick<ServiceStatus, 'incidents'>) {
  const { t } = useTranslation();
  const open = incidents.filter(({ state }) => state !== 'resolved');
  if (open.length === 0) return null;
  return (
    <Card title={t('help.status.now')}>
      {open.map((incident) => (
        <IncidentItem key={incident.id} incident={incident} />
      ))}
    </Card>
  );
}

function PastIncidents({ incidents }: Pick<ServiceStatus, 'incidents'>) {
  const { t } = useTranslation();
  const past = incidents.filter(({ state }) => state === 'resolved');
  // While one is open, there is no saying that there was none.
  if (past.length === 0 && incidents.length > 0) return null;
  return (
    <Card title={t('help.status.history')}>
      {past.length === 0 ? (
        <p className="text-muted">{t('help.status.quiet')}</p>
      ) : (
        past.map((incident) => <IncidentItem key={incident.id} incident={incident} />)
      )}
    </Card>
  );
}

/** How each part stands now, and what went wrong in the last months. */
export function StatusPage() {
  const { t, i18n } = useTranslation();
  const { data, isError, isFetching, refetch } = useQuery(statusQuery(i18n.language));
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10 md:pt-6">
      <Link to="/support" className="flex min-h-11 items-center gap-1 self-start text-accent hover:underline">
        <Icon name="chevron-left" size={16} />
        {t('help.back')}
      </Link>
      <h1 className="text-2xl font-bold">{t('help.status.title')}</h1>
      {data !== undefined ? (
        <>
          <Overview status={data} />
          <OpenIncidents incidents={data.incidents} />
          <Services parts={data.parts} />
          <Networks parts={data.parts} />
          <PastIncidents incidents={data.incidents} />
        </>
      ) : isError ? (
        <Card>
          <ErrorState title={t('help.status.unread')} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <>
          <Skeleton className="h-20 w-full rounded-md" />
          <Skeleton className="h-48 w-full rounded-md" />
        </>
      )}
    </div>
  );
}
