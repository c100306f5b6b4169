import {
  cardOrderStatuses,
  cardReviewEndpoints,
  paySystemNames,
  paySystems,
  type ReviewedCardOrder,
} from '@emporion/contracts/rest';
import { Link, useNavigate } from 'react-router';
import { amountText } from '#kit/amount-text.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import type { Filter } from '#kit/filters/filter.ts';
import { FilterBar } from '#kit/filters/filter-bar.tsx';
import { useFilters } from '#kit/filters/use-filters.ts';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { accountOf, sideWords, statusTones } from './words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'text', label: 'Id, user, payment or last four digits' },
  {
    kind: 'choice',
    name: 'side',
    label: 'Kind',
    options: [
      ['buy', 'Purchases'],
      ['sell', 'Sales'],
    ],
  },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: cardOrderStatuses.map((status) => [status, inWords(status)] as const),
  },
  {
    kind: 'choice',
    name: 'pay_system',
    label: 'Pay system',
    options: paySystems.map((name) => [name, paySystemNames[name]] as const),
  },
  {
    kind: 'choice',
    name: 'chargeback',
    label: 'Chargebacks',
    isRare: true,
    options: [['watched', 'Open or of 30 days']],
  },
];

const columns: readonly Column<ReviewedCardOrder>[] = [
  { id: 'date', label: 'Date', main: 4, cell: ({ date }) => <Time at={date} /> },
  {
    id: 'status',
    label: 'Status',
    main: 3,
    cell: ({ id, status }) => (
      <Link to={`/cards/${id}`}>
        <Badge tone={statusTones[status]}>{inWords(status)}</Badge>
      </Link>
    ),
  },
  {
    id: 'user',
    label: 'User',
    main: 1,
    cell: ({ user }) => (
      <Link to={`/users/${user.id}`} className="text-accent hover:underline">
        {user.username}
      </Link>
    ),
  },
  { id: 'side', label: 'Kind', main: 5, cell: ({ side }) => sideWords[side] },
  {
    id: 'give',
    label: 'Gives',
    main: 2,
    cell: ({ give, give_coin }) => amountText(give, give_coin),
    isNumeric: true,
  },
  {
    id: 'received',
    label: 'Got',
    cell: ({ received, receive_coin, kept }) =>
      received === null
        ? kept === null
          ? '–'
          : amountText(kept.amount, kept.currency)
        : amountText(received, receive_coin),
    isNumeric: true,
  },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => (reason === null ? '–' : inWords(reason)) },
  { id: 'system', label: 'Pay system', cell: ({ pay_system }) => paySystemNames[pay_system] },
  { id: 'account', label: 'Card or account', cell: accountOf },
  { id: 'fee', label: 'Fee', cell: ({ fee }) => fee, isNumeric: true, isHidden: true },
  { id: 'lost', label: 'Lost', cell: ({ lost }) => lost ?? '–', isNumeric: true, isHidden: true },
  { id: 'payment', label: 'Payment', cell: ({ payment }) => payment ?? '–', isHidden: true },
];

/** Purchases and sales with cards, in whatever state they are. */
export function CardOrdersPage() {
  const navigate = useNavigate();
  const { values, query, change } = useFilters(filters);
  const list = useList(cardReviewEndpoints.list, { query, refreshMs: 15_000 });
  return (
    <>
      <PageHead
        title="Card payments"
        text="What users buy and sell with cards, as the pay systems tell us."
        actions={
          <Link to="/cards/systems" className="text-accent hover:underline">
            Pay systems
          </Link>
        }
      />
      <ListTable
        name="card-orders"
        caption="Card payments"
        columns={columns}
        list={list}
        filters={<FilterBar name="card-orders" filters={filters} values={values} onChange={change} />}
        rowKey={({ id }) => id}
        onOpen={({ id }) => navigate(`/cards/${id}`)}
        emptyText="Nobody has paid with a card."
      />
    </>
  );
}
