import { incidentEndpoints, type StaffIncident } from '@emporion/contracts/rest';
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
import { impactTones, partWords, stateTones } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'open',
    label: 'State',
    options: [
      ['true', 'Open'],
      ['false', 'Resolved'],
    ],
  },
];

const columns: readonly Column<StaffIncident>[] = [
  {
    id: 'title',
    label: 'Title',
    cell: ({ id, title }) => (
      <Link to={`/help/incidents/${id}`} className="font-semibold hover:underline">
        {title.en}
      </Link>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => <Badge tone={stateTones[state]}>{inWords(state)}</Badge>,
  },
  {
    id: 'impact',
    label: 'Impact',
    cell: ({ impact }) => <Badge tone={impactTones[impact]}>{inWords(impact)}</Badge>,
  },
  { id: 'parts', label: 'Concerns', cell: ({ parts }) => parts.map((part) => partWords[part]).join(', ') },
  { id: 'started', label: 'Began', cell: ({ started }) => <Time at={started} /> },
  { id: 'resolved', label: 'Resolved', cell: ({ resolved }) => <Time at={resolved} /> },
];

export function IncidentsPage() {
  const may = useMay();
  const navigate = useNavigate();
  const { values, query, change } = useFilters(filters);
  const list = useList(incidentEndpoints.list, { query, refreshMs: 30_000 });
  return (
    <>
      <PageHead
        title="Incidents"
        text="Incidents on the status page. They stay there for 90 days after they are resolved."
        actions={
          may('incidents.write') && (
            <Button onClick={() => void navigate('/help/incidents/new')}>New incident</Button>
          )
        }
      />
      <ListTable
        name="incidents"
        caption="Incidents"
        columns={columns}
        list={list}
        filters={<FilterBar name="incidents" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(`/help/incidents/${id}`)}
        emptyText="No incidents."
      />
    </>
  );
}
