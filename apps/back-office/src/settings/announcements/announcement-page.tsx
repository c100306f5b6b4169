import {
  announcementAudiences,
  announcementEndpoints,
  announcementKinds,
  type StaffAnnouncement,
} from '@emporion/contracts/rest';
import { type Language, languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { tierNames } from '#kit/fee-tiers.ts';
import { fieldsOf, type InLanguages, LanguageTabs, textsOf } from '#kit/in-languages.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { fieldsGrid, useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { audienceText, kindWords, stateTones } from './words.ts';

/** The places of tiers by their names, in whatever way they are separated. What is no name has no place, and is refused: left out, everybody would be meant. */
const placesOf = (names: string): number[] =>
  (names.toUpperCase().match(/[A-Z0-9]+/g) ?? []).map((name) => tierNames.indexOf(name));

type Field = 'kind' | 'audience' | 'countries' | 'tiers' | 'from' | 'to' | InLanguages<'title' | 'text'>;

/** As a field of date and time writes a moment, in the reader's clock. */
function localMoment(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function initialOf(of: StaffAnnouncement | undefined): Record<Field, string> {
  return {
    ...{ kind: of?.kind ?? 'bar', audience: of?.audience ?? 'everyone' },
    ...{
      countries: of?.countries.join(', ') ?? '',
      tiers: of?.tiers.map((place) => tierNames[place] ?? place).join(', ') ?? '',
    },
    from: localMoment(of ? new Date(of.from) : new Date()),
    to: of?.to ? localMoment(new Date(of.to)) : '',
    ...fieldsOf({ title: of?.title, text: of?.text }),
  };
}

function bodyOf(values: Readonly<Record<Field, string>>) {
  const momentOf = (text: string) => new Date(text).toISOString();
  return {
    ...{ title: textsOf(values, 'title'), text: textsOf(values, 'text') },
    kind: values.kind as StaffAnnouncement['kind'],
    audience: values.audience as StaffAnnouncement['audience'],
    countries: values.countries.toUpperCase().match(/[A-Z]{2}/g) ?? [],
    tiers: placesOf(values.tiers),
    from: momentOf(values.from),
    to: values.to === '' ? null : momentOf(values.to),
  };
}

function askEnd({ id, state }: StaffAnnouncement): void {
  const isDraft = state === 'draft';
  askAction({
    title: isDraft ? 'Drop this draft' : 'End this announcement',
    text: isDraft ? undefined : 'It goes from every open page at once.',
    fields: [reasonField],
    confirm: isDraft ? 'Drop it' : 'End it',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(announcementEndpoints.end, { params: { id }, body: { reason, confirmation } }),
        done: isDraft ? 'The draft was dropped.' : 'The announcement is over.',
      }),
  });
}

function TextFields({ written, language }: { written: Written<Field>; language: Language }) {
  const hint = language === 'en' ? undefined : 'Left empty, English is shown.';
  return (
    <div className="flex flex-col gap-4 pt-4">
      <WrittenField written={written} name={`title.${language}`} label="Title" hint={hint} />
      <WrittenField written={written} name={`text.${language}`} label="Text" kind="lines" hint={hint} />
    </div>
  );
}

function Editor({ of }: { of?: StaffAnnouncement }) {
  const navigate = useNavigate();
  const written = useWritten<Field>(initialOf(of));
  const isReady = written.has('title.en', 'text.en', 'from');
  const isShown = of !== undefined && of.state !== 'draft';

  const save = (draft: boolean): void =>
    askAction({
      title: draft ? 'Save the draft' : isShown ? 'Change the announcement' : 'Announce',
      text: draft
        ? 'Nobody but staff sees it.'
        : 'It reaches every open page at once, or when its time comes.',
      fields: [reasonField],
      confirm: draft ? 'Save the draft' : isShown ? 'Change' : 'Announce',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) => {
            const body = { ...bodyOf(written.values), draft, reason, confirmation };
            return of === undefined
              ? call(announcementEndpoints.add, { body })
              : call(announcementEndpoints.change, {
                  params: { id: of.id },
                  body: { ...body, version: of.version },
                });
          },
          done: draft ? 'The draft was saved.' : 'Announced.',
          onDone: () => void navigate('/settings/announcements'),
        }),
    });

  return (
    <>
      <Card title="What it says">
        <LanguageTabs isWritten={(each) => written.has(`title.${each}`) || written.has(`text.${each}`)}>
          {(language) => <TextFields written={written} language={language} />}
        </LanguageTabs>
      </Card>
      <Card title="Placement, audience and schedule">
        <div className={fieldsGrid}>
          <WrittenField
            written={written}
            name="kind"
            label="Shown as"
            options={announcementKinds.map((kind) => [kind, kindWords[kind]] as const)}
          />
          <WrittenField
            written={written}
            name="audience"
            label="To"
            options={announcementAudiences.map(
              (audience) => [audience, audience === 'everyone' ? 'Everybody' : 'Logged-in users'] as const,
            )}
          />
          <WrittenField
            written={written}
            name="countries"
            label="Only of these countries"
            hint="Two letters each, such as PT, ES. Empty: all."
          />
          <WrittenField
            written={written}
            name="tiers"
            label="Only of these fee tiers"
            hint={`Out of ${tierNames.join(', ')}. Empty: all.`}
          />
          <WrittenField written={written} name="from" label="From" kind="moment" />
          <WrittenField
            written={written}
            name="to"
            label="Until"
            kind="moment"
            hint="Empty: until it is ended."
          />
        </div>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!isReady} onClick={() => save(false)}>
          {isShown ? 'Change' : 'Announce'}
        </Button>
        {!isShown && (
          <Button color="black" disabled={!isReady} onClick={() => save(true)}>
            Save as a draft
          </Button>
        )}
      </div>
    </>
  );
}

/** One that is over, or that one may only read. */
function Shown({ of }: { of: StaffAnnouncement }) {
  return (
    <>
      <Card>
        <Facts
          facts={[
            ['Shown as', kindWords[of.kind]],
            ['To', audienceText(of)],
            ['From', <Time key="from" at={of.from} />],
            ['Until', of.to === null ? 'Ended by hand' : <Time key="to" at={of.to} />],
          ]}
        />
      </Card>
      {languages
        .filter((language) => of.title[language] ?? of.text[language])
        .map((language) => (
          <Card key={language} title={languageNames[language]}>
            <p className="font-semibold">{of.title[language]}</p>
            <p className="text-pretty whitespace-pre-line">{of.text[language]}</p>
          </Card>
        ))}
    </>
  );
}

export function NewAnnouncementPage() {
  return (
    <>
      <PageHead
        title="New announcement"
        text="English is required. It is shown in languages without a text of their own."
      />
      <Editor />
    </>
  );
}

export function AnnouncementPage() {
  const { id = '' } = useParams();
  const may = useMay();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['announcement', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(announcementEndpoints.read, { params: { id }, signal })),
  });
  if (isPending) return <Loading />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const isEditable = may('announcements.write') && data.state !== 'over';
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {data.title.en}
            <Badge tone={stateTones[data.state]}>{inWords(data.state)}</Badge>
          </span>
        }
        actions={
          isEditable && (
            <Button color="red" variant="flat" onClick={() => askEnd(data)}>
              {data.state === 'draft' ? 'Drop the draft' : 'End it now'}
            </Button>
          )
        }
      />
      {isEditable ? <Editor key={data.version} of={data} /> : <Shown of={data} />}
    </>
  );
}
