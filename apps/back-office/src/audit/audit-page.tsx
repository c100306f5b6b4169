import { type AuditEntry, auditEndpoints } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { askExport } from '#kit/ask-export.ts';
import { inWords } from '#kit/badge.tsx';
import { Changes } from '#kit/changes.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { Identifier } from '#kit/identifier.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { AuditObject, changesOf } from './audit-object.tsx';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'action', label: 'Action', placeholder: 'Action, such as withdrawal approved' },
  { kind: 'text', name: 'user', label: 'Account', placeholder: 'User name or id of the account' },
  { kind: 'text', name: 'actor', label: 'Who did it', placeholder: 'User name or id of who did it' },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

const columns: readonly Column<AuditEntry>[] = [
  { id: 'number', label: 'No.', cell: ({ number }) => number, isNumeric: true },
  { id: 'time', label: 'Time', main: 2, cell: ({ time }) => <Time at={time} /> },
  {
    id: 'action',
    label: 'Action',
    main: 1,
    cell: ({ action }) => <b className="font-semibold">{inWords(action)}</b>,
  },
  { id: 'actor', label: 'By', main: 4, cell: ({ actor }) => actor.username },
  {
    id: 'user',
    main: 3,
    label: 'Account',
    cell: ({ user, username }) =>
      user === null ? (
        '–'
      ) : (
        <Link to={`/users/${user}`} className="text-accent hover:underline">
          {username ?? 'Erased'}
        </Link>
      ),
  },
  { id: 'changes', label: 'Change', isText: true, cell: (entry) => <Changes {...changesOf(entry)} /> },
  { id: 'reason', label: 'Reason', isText: true, cell: ({ reason }) => reason ?? '–' },
  {
    id: 'object',
    label: 'What',
    cell: ({ object, approval }) => <AuditObject object={object} approval={approval} />,
  },
  {
    id: 'address',
    label: 'From where',
    cell: ({ address, place }) => [address, place].filter(Boolean).join(', ') || '–',
  },
  { id: 'device', label: 'Device', cell: ({ device }) => device ?? '–', isHidden: true },
  { id: 'hash', label: 'Hash', cell: ({ hash }) => <Identifier value={hash} />, isHidden: true },
];

export function AuditPage() {
  const may = useMay();
  const { values, query: asked, change } = useFilters(filters);
  // People write the words that the list shows; the log has its own spelling of them.
  const query =
    asked.action === undefined
      ? asked
      : {
          ...asked,
          action: asked.action
            .trim()
            .toLowerCase()
            .replaceAll(/[\s-]+/g, '_'),
        };
  const list = useList(auditEndpoints.list, { query });
  return (
    <>
      <PageHead
        title="Audit log"
        text="Everything that staff did. Each row is chained to the one before; npm run verify finds one that was changed."
        actions={
          may('audit.export') && (
            <Button color="black" onClick={() => askExport('audit', auditEndpoints.export, query)}>
              Download CSV
            </Button>
          )
        }
      />
      <ListTable
        name="audit"
        caption="What staff did"
        columns={columns}
        list={list}
        filters={<FilterBar name="audit" filters={filters} values={values} onChange={change} />}
        rowKey={({ number }) => String(number)}
        emptyText="Nothing was done that fits these filters."
      />
    </>
  );
}
