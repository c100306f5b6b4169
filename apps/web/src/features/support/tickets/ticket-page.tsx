import type { Ticket } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '#api/api.ts';
import { ticketEndpoints } from '#api/contract/support.ts';
import { ApiError, type ApiFailure, hasCode } from '#api/failure.ts';
import { useMessageId } from '#api/message-id.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { AttachField } from '#ui/field/attach-field.tsx';
import { Textarea } from '#ui/field/textarea.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { AboutCard } from './about-card.tsx';
import { BackLink } from './back-link.tsx';
import { checkWritten } from './check-written.ts';
import { Messages } from './messages.tsx';
import { ticketQuery, useLiveTickets } from './queries.ts';
import { useUploads } from './use-uploads.ts';
import { attachWords, stateTone } from './words.ts';

/** A closed ticket that cannot go on any more gets a new one by writing, and the reader is led there. */
function ReplyForm({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const attached = useUploads();
  const message = useMessageId();
  const form = useForm({
    initial: { text: '' },
    check: checkWritten,
    submit: async ({ text }) => {
      const body = { text, attachments: [...attached.ids], client_id: message.idOf(text) };
      const answer = await call(ticketEndpoints.reply, { params: { id: ticket.id }, body });
      if (!answer.ok) return refusalOf(answer.failure, t);
      client.setQueryData(ticketQuery(answer.value.id).queryKey, answer.value);
      message.sent();
      attached.clear();
      form.reset();
      if (answer.value.id !== ticket.id) void navigate(`/support/tickets/${answer.value.id}`);
      return undefined;
    },
  });
  const isOver = ticket.state === 'closed' || ticket.state === 'resolved';
  return (
    <Form form={form} className="flex flex-col gap-3 rounded-md bg-surface p-4">
      {isOver && (
        <p className="text-pretty text-muted">
          {t(ticket.reopenable ? 'tickets.replyReopens' : 'tickets.replyFollows')}
        </p>
      )}
      <Textarea {...form.text('text')} label={t('tickets.reply')} rows={4} />
      <AttachField attached={attached} words={attachWords(t)} />
      <Button type="submit" loading={form.pending} disabled={attached.isBusy} className="self-end">
        {t('tickets.send')}
      </Button>
    </Form>
  );
}

function Steps({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const take = async (step: Promise<Result<Ticket, ApiFailure>>) => {
    setBusy(true);
    const answer = await step;
    setBusy(false);
    if (answer.ok) client.setQueryData(ticketQuery(ticket.id).queryKey, answer.value);
    else showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  const params = { id: ticket.id };
  return (
    <div className="flex flex-wrap gap-2">
      {ticket.reopenable && (
        <Button
          color="black"
          size="small"
          loading={busy}
          onClick={() => void take(call(ticketEndpoints.reopen, { params }))}
        >
          {t('tickets.reopen')}
        </Button>
      )}
      {ticket.state !== 'closed' && (
        <Button
          color="black"
          size="small"
          loading={busy}
          onClick={() => void take(call(ticketEndpoints.close, { params }))}
        >
          {t('tickets.close')}
        </Button>
      )}
    </div>
  );
}

function Head({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { number, subject, category, priority, state, follows } = ticket;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-xl font-bold break-words">{subject}</h1>
        <p className="mt-1 text-muted">
          {`#${number} · ${t(`tickets.category.${category}`)} · ${t(`tickets.priority.${priority}`)} · `}
          <span role="status" className={classNames('font-semibold', stateTone[state])}>
            {t(`tickets.state.${state}`)}
          </span>
        </p>
        {follows !== null && (
          <Link to={`/support/tickets/${follows}`} className="text-accent hover:underline">
            {t('tickets.follows')}
          </Link>
        )}
      </div>
      <Steps ticket={ticket} />
    </div>
  );
}

/** One ticket: what was said, live, and the way to say more. */
export function TicketPage({ id }: { id: string }) {
  const { t } = useTranslation();
  useLiveTickets();
  const { data, error, isFetching, refetch } = useQuery(ticketQuery(id));
  if (data !== undefined)
    return (
      <>
        <BackLink />
        <Head ticket={data} />
        {data.about !== null && <AboutCard about={data.about} />}
        <Messages messages={data.messages} />
        <ReplyForm key={data.id} ticket={data} />
      </>
    );
  const isMissing =
    error instanceof ApiError &&
    (hasCode(error.failure, 'ticket_not_found') || hasCode(error.failure, 'unprocessable_entity'));
  return (
    <>
      <BackLink />
      {error === null && <Skeleton className="h-40 w-full" />}
      {error !== null && isMissing && <EmptyState text={t('tickets.missing')} icon="life-buoy" />}
      {error !== null && !isMissing && (
        <ErrorState title={t('tickets.unread')} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </>
  );
}
