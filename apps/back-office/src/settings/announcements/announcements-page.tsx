import { announcementEndpoints, announcementStates, type StaffAnnouncement } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { audienceText, kindWords, stateTones } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    options: announcementStates.map((state) => [state, inWords(state)] as const),
  },
];

const columns: readonly Column<StaffAnnouncement>[] = [
  {
    id: 'title',
    label: 'Title',
    cell: ({ id, title }) => (
      <Link to={`/settings/announcements/${id}`} className="font-semibold hover:underline">
        {title.en}
      </Link>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{inWords(state)}</Badge>,
  },
  { id: 'kind', label: 'Shown as', cell: ({ kind }) => kindWords[kind] },
  { id: 'audience', label: 'To', cell: audienceText },
  { id: 'from', label: 'From', cell: ({ from }) => <Time at={from} /> },
  {
    id: 'to',
    label: 'Until',
    cell: ({ to }) => (to === null ? 'Ended by hand' : <Time at={to} />),
  },
  {
    id: 'languages',
    label: 'Languages',
    cell: ({ title, text }) =>
      languages.filter((language) => title[language] ?? text[language]).join(', ') || 'en',
  },
  { id: 'changed', label: 'Changed', cell: ({ changed }) => <Time at={changed} />, isHidden: true },
  { id: 'by', label: 'By', cell: ({ changed_by }) => changed_by?.username ?? '–' },
];

export function AnnouncementsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const { values, query, change } = useFilters(filters);
  const list = useList(announcementEndpoints.list, { query, refreshMs: 30_000 });
  return (
    <>
      <PageHead
        title="Announcements"
        text="What everybody, or some, are told on their pages. A change reaches every open page at once."
        actions={
          may('announcements.write') && (
            <Button onClick={() => void navigate('/settings/announcements/new')}>New announcement</Button>
          )
        }
      />
      <ListTable
        name="announcements"
        caption="Announcements"
        columns={columns}
        list={list}
        filters={<FilterBar name="announcements" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/settings/announcements/${id}`)}
        emptyText="No announcements."
      />
    </>
  );
}
