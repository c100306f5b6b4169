import { type UserCard, userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Tabs } from '@emporion/web/ui/tabs/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { NotesTab } from './notes-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SessionsTab } from './sessions-tab.tsx';
import { TimelineTab } from './timeline-tab.tsx';
import { UserMenu } from './user-menu.tsx';
import { UserViewTab } from './user-view-tab.tsx';
import { nameOf, statusTones } from './words.ts';

const tabNames = ['overview', 'timeline', 'notes', 'sessions', 'view'] as const;
type TabName = (typeof tabNames)[number];

const withCount = (label: string, count: number): string => (count === 0 ? label : `${label} (${count})`);

/** Until when nothing leaves, by whom and why. */
function Frozen({ card: { payouts_frozen_until: until, freeze } }: { card: UserCard }) {
  if (until === null) return null;
  return (
    <p className="text-pretty text-warn">
      Nothing leaves the account until <Time at={until} />
      {freeze === null
        ? ', after a change of what protects it.'
        : `. Frozen by ${freeze.by}${freeze.reason === null ? '.' : `: ${freeze.reason}`}`}
    </p>
  );
}

function Content({ card }: { card: UserCard }) {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'overview';
  const { id, counts } = card;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {nameOf(card)}
            <Badge tone={statusTones[card.status]}>{card.erased ? 'Erased' : inWords(card.status)}</Badge>
            {card.payouts_frozen_until !== null && <Badge tone="bad">Payouts frozen</Badge>}
            {card.flagged && <Badge tone="bad">Flagged</Badge>}
            {card.labels.map((label) => (
              <Badge key={label}>{label}</Badge>
            ))}
          </span>
        }
        text={
          <span className="inline-flex flex-wrap items-center gap-x-3">
            {card.email}
            <Identifier value={id} />
          </span>
        }
        actions={<UserMenu card={card} />}
      />
      <Frozen card={card} />
      <Tabs<TabName>
        label="About this user"
        value={tab}
        onValueChange={(next) =>
          setParams(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
        }
        tabs={[
          { value: 'overview', label: 'Overview', content: <OverviewTab card={card} /> },
          { value: 'timeline', label: 'Timeline', content: <TimelineTab id={id} /> },
          { value: 'notes', label: withCount('Notes', counts.notes), content: <NotesTab id={id} /> },
          {
            value: 'sessions',
            label: withCount('Sessions', counts.sessions),
            content: <SessionsTab card={card} />,
          },
          ...(may('users.view')
            ? [{ value: 'view' as const, label: 'What they see', content: <UserViewTab id={id} /> }]
            : []),
        ]}
      />
    </>
  );
}

export function UserPage() {
  const { id = '' } = useParams();
  const card = useQuery({
    queryKey: ['user', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(userAdminEndpoints.read, { params: { id }, signal })),
    refetchInterval: 30_000,
  });
  if (card.data !== undefined) return <Content key={id} card={card.data} />;
  if (card.isPending) return <Loading />;
  return <Failure error={card.error} onRetry={() => void card.refetch()} retrying={card.isFetching} />;
}
