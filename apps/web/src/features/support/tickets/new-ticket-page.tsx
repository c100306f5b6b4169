import type { Ticket } from '@emporion/contracts/rest';
import type { Translate } from '@emporion/i18n/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '#api/api.ts';
import {
  ticketCategories,
  ticketEndpoints,
  ticketPriorities,
  ticketSubjectMax,
} from '#api/contract/support.ts';
import { useMessageId } from '#api/message-id.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { AttachField } from '#ui/field/attach-field.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Textarea } from '#ui/field/textarea.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { BackLink } from './back-link.tsx';
import { checkWritten } from './check-written.ts';
import { ticketQuery } from './queries.ts';
import { useUploads } from './use-uploads.ts';
import { attachWords } from './words.ts';

interface About extends Pick<NonNullable<Ticket['about']>, 'kind' | 'id'> {
  /** What was said when it was refused. */
  readonly said: string | null;
}

interface Draft {
  readonly subject: string;
  readonly category: Ticket['category'];
  readonly priority: Ticket['priority'];
  readonly text: string;
}

const aboutPattern = /^(order|withdrawal|refusal):([\w-]{1,80})$/;

/** What the page was opened from, as its address says: `?about=order:17`. */
function useAbout(): About | undefined {
  const [search] = useSearchParams();
  const [, kind, id] = aboutPattern.exec(search.get('about') ?? '') ?? [];
  if (kind === undefined || id === undefined) return undefined;
  return { kind: kind as About['kind'], id, said: search.get('said') };
}

/** In words, and short: ids of withdrawals are known by their beginning. */
function aboutText({ kind, id, said }: About, t: Translate): string {
  const name = t(`tickets.about.${kind}`, { id: kind === 'withdrawal' ? id.slice(0, 8) : id });
  const words = kind === 'refusal' && said !== null ? `${name}: ${said}` : name;
  return words.length > ticketSubjectMax ? `${words.slice(0, ticketSubjectMax - 1)}…` : words;
}

const categoryOf: Readonly<Record<About['kind'], Draft['category']>> = {
  ...{ order: 'trading', withdrawal: 'financial', refusal: 'technical' },
};

function useTicketForm(about: About | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const attached = useUploads();
  const message = useMessageId();
  const form = useForm<Draft>({
    initial: {
      subject: about === undefined ? '' : aboutText(about, t),
      category: about === undefined ? 'general' : categoryOf[about.kind],
      ...{ priority: 'medium', text: '' },
    },
    check: checkWritten,
    submit: async (draft) => {
      const body = {
        ...draft,
        attachments: [...attached.ids],
        client_id: message.idOf(draft.text),
        ...(about !== undefined && { about: { kind: about.kind, id: about.id } }),
      };
      const answer = await call(ticketEndpoints.open, { body });
      if (!answer.ok) return refusalOf(answer.failure, t);
      client.setQueryData(ticketQuery(answer.value.id).queryKey, answer.value);
      void navigate(`/support/tickets/${answer.value.id}`, { replace: true });
      return undefined;
    },
  });
  return { form, attached };
}

/** The form of somebody who is logged in. */
export function NewTicketPage() {
  const { t } = useTranslation();
  const about = useAbout();
  const { form, attached } = useTicketForm(about);
  const options = (names: readonly string[], of: 'category' | 'priority') =>
    names.map((value) => ({ value, html: t(`tickets.${of}.${value}`) }));
  return (
    <>
      <BackLink />
      <div>
        <h1 className="text-xl font-bold">{t('tickets.write')}</h1>
        <p className="mt-1 max-w-2xl text-pretty text-muted">{t('tickets.writeLead')}</p>
      </div>
      <Form form={form} className="flex max-w-2xl flex-col gap-4 rounded-md bg-surface p-4">
        {about !== undefined && (
          <p className="flex items-center gap-2 rounded-md bg-raised px-3 py-2">
            <Icon name="link" size={16} className="flex-none text-muted" />
            {t('tickets.carries', { what: aboutText(about, t) })}
          </p>
        )}
        <TextField {...form.text('subject')} label={t('tickets.subject')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectList
            {...form.choice('category')}
            onValueChange={(value) => form.setValue('category', value as Draft['category'])}
            label={t('tickets.categoryLabel')}
            options={options(ticketCategories, 'category')}
          />
          <SelectList
            {...form.choice('priority')}
            onValueChange={(value) => form.setValue('priority', value as Draft['priority'])}
            label={t('tickets.priorityLabel')}
            options={options(ticketPriorities, 'priority')}
          />
        </div>
        <Textarea {...form.text('text')} label={t('tickets.text')} hint={t('tickets.neverSend')} rows={7} />
        <AttachField attached={attached} words={attachWords(t)} />
        <Button type="submit" loading={form.pending} disabled={attached.isBusy} className="self-start">
          {t('tickets.send')}
        </Button>
      </Form>
    </>
  );
}
