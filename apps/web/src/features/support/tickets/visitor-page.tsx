import type { Ticket } from '@emporion/contracts/rest';
import type { Result } from '@emporion/kernel';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { threadEndpoints, ticketCategories } from '#api/contract/support.ts';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { EmailInput } from '#ui/field/email-input.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Textarea } from '#ui/field/textarea.tsx';
import { Form } from '#ui/form/form.tsx';
import { useArrival } from '#ui/form/use-arrival.ts';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { checkWritten } from './check-written.ts';

/** Solves the puzzle that keeps programs from writing to us, and sends with it. It comes from where people log in. */
export type WithCaptcha = <Value>(
  email: string,
  send: (captcha: string | undefined) => Promise<Result<Value, ApiFailure>>,
) => Promise<Result<Value, ApiFailure>>;

interface Draft {
  readonly email: string;
  readonly name: string;
  readonly subject: string;
  readonly category: Ticket['category'];
  readonly text: string;
}

const bodyOf = ({ name, ...draft }: Draft) => ({ ...draft, ...(name.trim() !== '' && { name }) });

function Sent({ number, email }: { number: number; email: string }) {
  const { t } = useTranslation();
  const headingRef = useArrival();
  return (
    <div role="status" className="flex max-w-2xl gap-3 rounded-md bg-surface p-4">
      <Icon name="circle-check" size={24} className="flex-none text-buy" />
      <div>
        <h1 ref={headingRef} tabIndex={-1} className="text-lg font-bold outline-none">
          {t('tickets.sentTitle', { number: `#${number}` })}
        </h1>
        <p className="mt-1 text-pretty text-muted">{t('tickets.sentText', { email })}</p>
      </div>
    </div>
  );
}

/** The form of a visitor, who follows what comes of it by the link of a mail. */
export function VisitorPage({ withCaptcha, loginPath }: { withCaptcha: WithCaptcha; loginPath: string }) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<{ number: number; email: string }>();
  const form = useForm<Draft>({
    initial: { email: '', name: '', subject: '', category: 'general', text: '' },
    check: checkWritten,
    submit: async (draft) => {
      const answer = await withCaptcha(draft.email, (captcha) =>
        call(threadEndpoints.open, { body: { ...bodyOf(draft), captcha } }),
      );
      if (!answer.ok) return refusalOf(answer.failure, t);
      setSent({ number: answer.value.number, email: draft.email });
      return undefined;
    },
  });
  if (sent !== undefined) return <Sent {...sent} />;
  return (
    <>
      <div>
        <h1 className="text-xl font-bold">{t('tickets.write')}</h1>
        <p className="mt-1 max-w-2xl text-pretty text-muted">{t('tickets.visitorLead')}</p>
      </div>
      <div className="flex max-w-2xl flex-wrap items-center justify-between gap-3 rounded-md bg-surface px-4 py-3">
        <p className="text-pretty">{t('tickets.haveAccount')}</p>
        <LinkButton to={loginPath} color="black" size="small">
          {t('tickets.logIn')}
        </LinkButton>
      </div>
      <Form form={form} className="flex max-w-2xl flex-col gap-4 rounded-md bg-surface p-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <EmailInput {...form.choice('email')} label={t('tickets.email')} autoComplete="email" />
          <TextField {...form.text('name')} label={t('tickets.name')} autoComplete="name" />
        </div>
        <TextField {...form.text('subject')} label={t('tickets.subject')} />
        <SelectList
          {...form.choice('category')}
          onValueChange={(value) => form.setValue('category', value as Draft['category'])}
          label={t('tickets.categoryLabel')}
          options={ticketCategories.map((value) => ({ value, html: t(`tickets.category.${value}`) }))}
        />
        <Textarea {...form.text('text')} label={t('tickets.text')} hint={t('tickets.neverSend')} rows={7} />
        <Button type="submit" loading={form.pending} className="self-start">
          {t('tickets.send')}
        </Button>
      </Form>
    </>
  );
}
