import {
  attachmentsKeptDays,
  type DeskTicket,
  ticketDeskEndpoints as endpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { fetchFile } from '@emporion/web/api/files.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { showToast } from '@emporion/web/ui/toast/toast-store.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useMay, useMe } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { type Fact, Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { useNetworkNames } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { countryName } from '#kit/region-names.ts';
import { Age, Time } from '#kit/time.tsx';
import { aboutFacts } from './about-facts.tsx';
import { Composer } from './composer.tsx';
import { askAssignee, askEscalation, askTriage, assign, move } from './ticket-actions.ts';
import { useLiveDesk } from './use-live-desk.ts';
import { priorityTones, stateTones, stateWords } from './words.ts';

type Message = DeskTicket['messages'][number];

async function save({ id, name }: Message['attachments'][number]): Promise<void> {
  const answer = await fetchFile(endpoints.attachment, id);
  if (!answer.ok) {
    showToast({ type: 'error', title: 'The file could not be read.' });
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(answer.value);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

function authorOf({ author, member, internal, by_link }: Message): string {
  if (internal) return `Internal note by ${member?.username ?? 'staff'}`;
  if (author === 'staff') return member?.username ?? 'Staff';
  return by_link ? 'User, by email link' : 'User';
}

function Thread({ messages }: Pick<DeskTicket, 'messages'>) {
  return (
    <div role="log" aria-label="Conversation">
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <li
            key={message.id}
            className={`rounded-md border-l-4 px-3 py-2 ${
              message.internal
                ? 'border-warn bg-raised'
                : message.author === 'staff'
                  ? 'border-accent bg-surface'
                  : 'border-border bg-surface'
            }`}
          >
            <p className="flex flex-wrap gap-x-2 text-xs text-muted">
              <span className="font-semibold">{authorOf(message)}</span>
              <Time at={message.time} />
            </p>
            <p className="mt-1 break-words whitespace-pre-wrap">{message.text}</p>
            {message.attachments.map((file) =>
              file.removed ? (
                <p key={file.id} className="mt-1 text-muted">
                  {`${file.name}: deleted ${attachmentsKeptDays} days after the ticket was closed`}
                </p>
              ) : (
                <button
                  key={file.id}
                  type="button"
                  className="mt-1 mr-3 inline-flex items-center gap-1 text-accent hover:underline"
                  onClick={() => void save(file)}
                >
                  <Icon name="download" size={14} />
                  {file.name}
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

const switchWords = (isOn: boolean | null) => (isOn === null ? undefined : isOn ? 'On' : 'Off');

/** What holds, not what the switch alone says. */
function withdrawalsOf(owner: DeskTicket['owner']): Fact[1] {
  if (owner.payouts_frozen_until !== null)
    return (
      <span className="text-warn">
        Frozen until <Time at={owner.payouts_frozen_until} />
      </span>
    );
  return owner.frozen_by_owner ? 'Frozen by owner' : switchWords(owner.withdrawal_enabled);
}

/** What is known of whoever asks, masked where the reader may not see who people are. */
function OwnerCard({ owner }: Pick<DeskTicket, 'owner'>) {
  const facts: readonly Fact[] = [
    ['Name', owner.name === '' ? undefined : owner.name],
    ['Mail', owner.email],
    ['Language', languageNames[owner.language]],
    ['Country', owner.country === null ? undefined : countryName(owner.country)],
    ['Account', owner.status === null ? undefined : inWords(owner.status)],
    ['Verification', owner.kyc_status === null ? undefined : inWords(owner.kyc_status)],
    ['Second factor', switchWords(owner.second_factor)],
    ['Trading', switchWords(owner.trading_enabled)],
    ['Withdrawals', withdrawalsOf(owner)],
    [
      'Flag',
      owner.flagged ? (
        <Badge key="flag" tone="bad">
          Flagged
        </Badge>
      ) : undefined,
    ],
    ['Registered', owner.registered === null ? undefined : <Time key="registered" at={owner.registered} />],
    ['Last login', owner.registered === null ? undefined : <Time key="login" at={owner.last_login} />],
    ['Tickets', `${owner.tickets}, ${owner.open_tickets} not closed`],
  ];
  return (
    <Card
      title={owner.id === null ? 'Visitor' : 'User'}
      actions={
        owner.id !== null && (
          <span className="flex gap-3">
            <Link to={`/users/${owner.id}`} className="text-accent hover:underline">
              Account
            </Link>
            <Link to={`/tickets?user=${owner.id}`} className="text-accent hover:underline">
              Tickets
            </Link>
          </span>
        )
      }
    >
      <Facts facts={facts} />
    </Card>
  );
}

function AboutCard({ about }: { about: NonNullable<DeskTicket['about']> }) {
  const { kind, id } = about;
  const networkName = useNetworkNames();
  const where = { order: `/trading/orders/${id}`, withdrawal: `/wallet/withdrawals/${id}`, refusal: null }[
    kind
  ];
  return (
    <Card
      title={`About: ${kind}`}
      actions={
        where !== null && (
          <Link to={where} className="text-accent hover:underline">
            Open
          </Link>
        )
      }
    >
      <Facts facts={[[kind === 'refusal' ? 'Code' : 'Id', id], ...aboutFacts(about, networkName)]} />
    </Card>
  );
}

function Actions({ ticket }: { ticket: DeskTicket }) {
  const may = useMay();
  const me = useMe();
  const canAnswer = may('tickets.answer');
  const agents = useQuery({
    queryKey: ['ticket-agents'],
    queryFn: async ({ signal }) => valueOrThrow(await call(endpoints.agents, { signal })).results,
    enabled: canAnswer,
  });
  const isClosed = ticket.state === 'closed';
  const isOver = isClosed || ticket.state === 'resolved';
  return (
    <>
      {canAnswer && !isClosed && (
        <>
          {ticket.assignee?.id !== me.id && (
            <Button color="blue" onClick={() => assign(ticket, me.id)}>
              Take
            </Button>
          )}
          <Button
            color="black"
            disabled={!agents.data}
            onClick={() => askAssignee(ticket, agents.data ?? [])}
          >
            Assign
          </Button>
          {ticket.assignee !== null && (
            <Button color="black" onClick={() => assign(ticket, null)}>
              Unassign
            </Button>
          )}
          <Button color="black" onClick={() => askTriage(ticket)}>
            Topic and priority
          </Button>
        </>
      )}
      {may('tickets.escalate') && !isClosed && !ticket.escalated && (
        <Button color="orange" onClick={() => askEscalation(ticket)}>
          Escalate
        </Button>
      )}
      {canAnswer && isOver && (
        <Button color="black" onClick={() => move(ticket, 'reopen')}>
          Reopen
        </Button>
      )}
      {canAnswer && !isClosed && (
        <Button color="black" onClick={() => move(ticket, 'close')}>
          Close
        </Button>
      )}
    </>
  );
}

function Content({ ticket }: { ticket: DeskTicket }) {
  const may = useMay();
  const { number, subject, state, priority, category, escalated, assignee, waiting_since } = ticket;
  return (
    <>
      <PageHead
        title={<span className="break-words">{`#${number} ${subject}`}</span>}
        text={
          <span className="inline-flex flex-wrap items-center gap-2">
            <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
            <Badge tone={priorityTones[priority]}>{inWords(priority)}</Badge>
            {escalated && <Badge tone="bad">Escalated</Badge>}
            <span>{inWords(category)}</span>
            <span>{assignee === null ? 'Not assigned' : `With ${assignee.username}`}</span>
            {waiting_since !== null && (
              <span>
                Waiting for <Age since={waiting_since} />
              </span>
            )}
          </span>
        }
        actions={<Actions ticket={ticket} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {ticket.follows !== null && (
            <Link to={`/tickets/${ticket.follows}`} className="text-accent hover:underline">
              Follow-up to an earlier ticket
            </Link>
          )}
          <Thread messages={ticket.messages} />
          {may('tickets.answer') && state !== 'closed' && (
            <Card>
              <Composer ticket={ticket} />
            </Card>
          )}
        </div>
        <div className="flex flex-col gap-4">
          <OwnerCard owner={ticket.owner} />
          {ticket.about !== null && <AboutCard about={ticket.about} />}
        </div>
      </div>
    </>
  );
}

export function TicketPage() {
  const { id = '' } = useParams();
  useLiveDesk();
  const ticket = useQuery({
    queryKey: ['ticket', id],
    queryFn: async ({ signal }) => valueOrThrow(await call(endpoints.read, { params: { id }, signal })),
    refetchInterval: 60_000,
  });
  if (ticket.data !== undefined) return <Content key={id} ticket={ticket.data} />;
  if (ticket.isPending) return <Loading />;
  return <Failure error={ticket.error} onRetry={() => void ticket.refetch()} retrying={ticket.isFetching} />;
}
