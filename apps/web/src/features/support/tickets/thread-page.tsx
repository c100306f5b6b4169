import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { threadEndpoints } from '#api/contract/support.ts';
import { ApiError } from '#api/failure.ts';
import { useMessageId } from '#api/message-id.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { useIsLoggedIn } from '#api/session.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Textarea } from '#ui/field/textarea.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useArea, useTranslation } from '#ui/text/use-translation.ts';
import { checkWritten } from './check-written.ts';
import { Messages } from './messages.tsx';
import { threadQuery } from './queries.ts';
import { momentOf, stateTone } from './words.ts';

function ReplyForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const message = useMessageId();
  const form = useForm({
    initial: { text: '' },
    check: checkWritten,
    submit: async ({ text }) => {
      const answer = await call(threadEndpoints.reply, {
        body: { token, text, client_id: message.idOf(text) },
      });
      if (!answer.ok) return refusalOf(answer.failure, t);
      client.setQueryData(threadQuery(token).queryKey, answer.value);
      message.sent();
      form.reset();
      return undefined;
    },
  });
  return (
    <Form form={form} className="flex flex-col gap-3 rounded-md bg-surface p-4">
      <Textarea {...form.text('text')} label={t('tickets.reply')} rows={4} />
      <Button type="submit" loading={form.pending} className="self-end">
        {t('tickets.send')}
      </Button>
    </Form>
  );
}

/** To what is shown only there. Whoever is logged in already is led on at once. */
function LogInLink({ size, className }: { size?: 'small'; className?: string }) {
  const { t } = useTranslation();
  const isLoggedIn = useIsLoggedIn();
  const to = isLoggedIn ? ticketsPath : `/login?${new URLSearchParams({ redirectFrom: ticketsPath })}`;
  return (
    <LinkButton to={to} color="black" size={size} className={className}>
      {t(isLoggedIn ? 'tickets.title' : 'tickets.logIn')}
    </LinkButton>
  );
}

const ticketsPath = '/support/tickets';

/** What the link of a mail opens: the conversation alone, without a login. */
export function ThreadPage({ token }: { token: string }) {
  const { t, i18n } = useTranslation();
  useArea('errors');
  const { data, error, isFetching, refetch } = useQuery(threadQuery(token));
  if (error instanceof ApiError && error.failure.kind === 'refused')
    return (
      <EmptyState
        icon="link"
        text={refusalOf(error.failure, t).message}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <LinkButton to="/support/tickets/new">{t('tickets.write')}</LinkButton>
            <LogInLink />
          </span>
        }
      />
    );
  if (data === undefined && error !== null)
    return <ErrorState title={t('tickets.unread')} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <Skeleton className="h-40 w-full" />;
  return (
    <>
      <div>
        <h1 className="text-xl font-bold break-words">{data.subject}</h1>
        <p className="mt-1 text-muted">
          {`#${data.number} · `}
          <span role="status" className={classNames('font-semibold', stateTone[data.state])}>
            {t(`tickets.state.${data.state}`)}
          </span>
        </p>
        <p className="mt-1 text-pretty text-muted">
          {t('tickets.threadLead', { until: momentOf(data.expires, i18n.language) })}
        </p>
        <LogInLink size="small" className="mt-2" />
      </div>
      <Messages messages={data.messages} />
      <ReplyForm token={token} />
    </>
  );
}
