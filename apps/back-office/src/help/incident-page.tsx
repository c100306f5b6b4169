import {
  incidentEndpoints,
  type ServicePart,
  type StaffIncident,
  serviceParts,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Checkbox } from '@emporion/web/ui/field/checkbox.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { fieldsOf, type InLanguages, LanguageTabs, textsOf } from '#kit/in-languages.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { fieldsGrid, useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { impactOptions, impactTones, partWords, stateOptions, stateTones } from './words.ts';

type Field = 'impact' | 'state' | InLanguages<'title' | 'text'>;

function initialOf(of: StaffIncident | undefined): Record<Field, string> {
  return {
    ...{ impact: of?.impact ?? 'minor', state: of?.state ?? 'investigating' },
    ...fieldsOf({ title: undefined, text: undefined }),
  };
}

interface WordsProps {
  written: Written<Field>;
  /** An update has no title of its own. */
  hasTitle: boolean;
}

function Words({ written, hasTitle }: WordsProps) {
  return (
    <LanguageTabs isWritten={(each) => written.has(`text.${each}`)}>
      {(language) => (
        <div className="flex flex-col gap-4 pt-4">
          {hasTitle && <WrittenField written={written} name={`title.${language}`} label="Title" />}
          <WrittenField
            written={written}
            name={`text.${language}`}
            label="Update"
            kind="lines"
            hint={
              language === 'en'
                ? 'What is happening, who is affected, and when the next update comes.'
                : 'Left empty, English is shown.'
            }
          />
        </div>
      )}
    </LanguageTabs>
  );
}

function Editor({ of }: { of?: StaffIncident }) {
  const navigate = useNavigate();
  const written = useWritten<Field>(initialOf(of));
  const [parts, setParts] = useState<readonly ServicePart[]>(of?.parts ?? []);
  const isReady = parts.length > 0 && written.has('text.en') && (of !== undefined || written.has('title.en'));
  const tell = (): void =>
    askAction({
      title: of === undefined ? 'Open the incident' : 'Write this update',
      text: 'The status page shows it at once. It cannot be changed later.',
      fields: [reasonField],
      confirm: of === undefined ? 'Open' : 'Write',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) => {
            const body = {
              ...{ text: textsOf(written.values, 'text'), parts: [...parts], reason, confirmation },
              impact: written.values.impact as StaffIncident['impact'],
              state: written.values.state as StaffIncident['state'],
            };
            return of === undefined
              ? call(incidentEndpoints.open, { body: { ...body, title: textsOf(written.values, 'title') } })
              : call(incidentEndpoints.update, {
                  params: { id: of.id },
                  body: { ...body, version: of.version },
                });
          },
          done: 'The status page shows it.',
          onDone: ({ id }) => void navigate(`/help/incidents/${id}`),
        }),
    });
  return (
    <>
      <Card title={of === undefined ? 'What people read' : 'Next update'}>
        <Words written={written} hasTitle={of === undefined} />
      </Card>
      <Card title="Impact and affected services">
        <div className={fieldsGrid}>
          <WrittenField written={written} name="state" label="State" options={stateOptions} />
          <WrittenField written={written} name="impact" label="Impact" options={impactOptions} />
        </div>
        <fieldset className="mt-4">
          <legend className="pb-1 text-muted">Affected services</legend>
          <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
            {serviceParts.map((part) => (
              <Checkbox
                key={part}
                label={partWords[part]}
                value={parts.includes(part)}
                onValueChange={(isChosen) =>
                  setParts((before) =>
                    serviceParts.filter((one) => (one === part ? isChosen : before.includes(one))),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      </Card>
      <div>
        <Button disabled={!isReady} onClick={tell}>
          {of === undefined ? 'Open the incident' : 'Write the update'}
        </Button>
      </div>
    </>
  );
}

function Updates({ updates }: Pick<StaffIncident, 'updates'>) {
  return (
    <Card title="Updates so far">
      <ol className="flex flex-col gap-4">
        {updates.map(({ state, text, time, by }) => (
          <li key={`${time}${state}`}>
            <p className="flex flex-wrap items-center gap-2 text-muted">
              <Badge tone={stateTones[state]}>{inWords(state)}</Badge>
              <Time at={time} /> {by?.username}
            </p>
            <p className="text-pretty whitespace-pre-line">{text.en}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

export function NewIncidentPage() {
  return (
    <>
      <PageHead
        title="New incident"
        text="Shown on the status page. English is required, and shown in languages without a text of their own."
      />
      <Editor />
    </>
  );
}

export function IncidentPage() {
  const { id = '' } = useParams();
  const may = useMay();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['incident', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(incidentEndpoints.read, { params: { id }, signal })),
  });
  if (isPending) return <Loading />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            {data.title.en}
            <Badge tone={stateTones[data.state]}>{inWords(data.state)}</Badge>
            <Badge tone={impactTones[data.impact]}>{inWords(data.impact)}</Badge>
          </span>
        }
        text={data.parts.map((part) => partWords[part]).join(', ')}
      />
      {may('incidents.write') && data.state !== 'resolved' && <Editor key={data.version} of={data} />}
      <Updates updates={data.updates} />
    </>
  );
}
