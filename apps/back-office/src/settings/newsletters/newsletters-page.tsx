import { type Newsletter, newsletterEndpoints } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useMay, useMe } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords, type Tone } from '#kit/badge.tsx';
import { PageHead } from '#kit/page-head.tsx';
import type { Column } from '#kit/table/column.ts';
import { ListTable } from '#kit/table/list-table.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { NewsletterPreview } from './newsletter-preview.tsx';

const tones: Readonly<Record<Newsletter['state'], Tone>> = {
  draft: 'plain',
  sending: 'accent',
  sent: 'good',
  dropped: 'plain',
};

/** Everything that goes out, in each language, as it will be read. */
function WhatIsSent({ title, text }: Pick<Newsletter, 'title' | 'text'>) {
  const written = languages.filter((language) => title[language] ?? text[language]);
  return (
    <div className="flex flex-col gap-3">
      <p>It goes to everybody who asked for news, and can’t be taken back.</p>
      <div className="flex max-h-80 flex-col gap-4 overflow-y-auto rounded-md bg-raised p-3 text-body">
        {written.map((language) => (
          <section key={language} lang={language} aria-label={languageNames[language]}>
            <p className="text-xs text-muted">{languageNames[language]}</p>
            <NewsletterPreview title={title[language] ?? title.en} text={text[language] ?? text.en} />
          </section>
        ))}
      </div>
    </div>
  );
}

function askSend({ id, title, text }: Newsletter): void {
  askAction({
    title: `Send “${title.en}”`,
    text: <WhatIsSent title={title} text={text} />,
    fields: [reasonField],
    confirm: 'Send it',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(newsletterEndpoints.send, { params: { id }, body: { reason, confirmation } }),
        done: 'The newsletter is going out.',
      }),
  });
}

function askDrop({ id, title }: Newsletter): void {
  askAction({
    title: `Drop “${title.en}”`,
    fields: [reasonField],
    confirm: 'Drop it',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(newsletterEndpoints.drop, { params: { id }, body: { reason, confirmation } }),
        done: 'The newsletter was dropped.',
      }),
  });
}

function Actions({ of }: { of: Newsletter }) {
  const me = useMe();
  if (of.state !== 'draft') return null;
  const isOwn = of.written_by.id === me.id;
  return (
    <span className="flex gap-2">
      {isOwn ? (
        <span className="text-muted">Another person sends it</span>
      ) : (
        <Button size="small" onClick={() => askSend(of)}>
          Read and send
        </Button>
      )}
      <Button size="small" variant="flat" color="red" onClick={() => askDrop(of)}>
        Drop
      </Button>
    </span>
  );
}

const columns: readonly Column<Newsletter>[] = [
  { id: 'title', label: 'Title', cell: ({ title }) => title.en },
  { id: 'state', label: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{inWords(state)}</Badge> },
  {
    id: 'languages',
    label: 'Languages',
    cell: ({ title, text }) => languages.filter((language) => title[language] ?? text[language]).join(', '),
  },
  { id: 'written', label: 'Written', cell: ({ written }) => <Time at={written} /> },
  { id: 'by', label: 'By', cell: ({ written_by }) => written_by.username },
  { id: 'sent', label: 'Sent', cell: ({ sent }) => (sent === null ? '–' : <Time at={sent} />) },
  { id: 'sender', label: 'Sent by', cell: ({ sent_by }) => sent_by?.username ?? '–' },
  { id: 'recipients', label: 'Reached', cell: ({ recipients }) => String(recipients) },
];

function useSubscribers(): number | undefined {
  return useQuery({
    queryKey: ['newsletter-subscribers'],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(newsletterEndpoints.list, { query: { limit: 1 }, signal })).subscribers,
  }).data;
}

export function NewslettersPage() {
  const may = useMay();
  const navigate = useNavigate();
  const list = useList(newsletterEndpoints.list, { query: {}, refreshMs: 10_000 });
  const subscribers = useSubscribers();
  const actions = { id: 'actions', label: 'Actions', cell: (of: Newsletter) => <Actions of={of} /> };
  // Before what a narrow screen has to be moved for.
  const shown = may('announcements.write') ? columns.toSpliced(2, 0, actions) : columns;
  return (
    <>
      <PageHead
        title="Newsletters"
        text={`One person writes, another sends. ${subscribers === undefined ? '' : `${subscribers} ${subscribers === 1 ? 'user has' : 'users have'} asked for news.`}`}
        actions={
          may('announcements.write') && (
            <Button onClick={() => void navigate('/settings/newsletters/new')}>New newsletter</Button>
          )
        }
      />
      <ListTable
        name="newsletters"
        caption="Newsletters"
        columns={shown}
        list={list}
        rowKey={({ id }) => id}
        emptyText="No newsletters."
      />
    </>
  );
}
