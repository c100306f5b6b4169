import { ticketDeskEndpoints as endpoints, type TicketMacro } from '@emporion/contracts/rest';
import { languages } from '@emporion/i18n';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { languageNames } from '@emporion/web/language/language-choice.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import type { ActionValues } from '#kit/action/field.ts';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';

function written(values: ActionValues) {
  const others = languages.filter((language) => language !== 'en' && (values[language] ?? '').trim() !== '');
  return {
    title: values.title ?? '',
    texts: { en: values.en ?? '', ...Object.fromEntries(others.map((name) => [name, values[name] ?? ''])) },
  };
}

/** One in all languages: English is needed, and stands in for what is missing. */
function askMacro(macro?: TicketMacro): void {
  askAction({
    title: macro === undefined ? 'New saved answer' : 'Change saved answer',
    confirm: 'Save',
    fields: [
      { name: 'title', label: 'Name, for staff', kind: 'text', initial: macro?.title ?? '' },
      ...languages.map((language) => ({
        ...{ name: language, label: languageNames[language], kind: 'lines' as const },
        initial: macro?.texts[language] ?? '',
        isOptional: language !== 'en',
      })),
    ],
    run: (values) =>
      makeChange({
        send: () =>
          macro === undefined
            ? call(endpoints.addMacro, { body: written(values) })
            : call(endpoints.changeMacro, {
                params: { id: macro.id },
                body: { ...written(values), version: macro.version },
              }),
        done: 'Saved.',
      }),
  });
}

function askRemoval({ id, title }: TicketMacro): void {
  askAction({
    title: `Remove “${title}”`,
    confirm: 'Remove',
    isDangerous: true,
    fields: [],
    run: () => makeChange({ send: () => call(endpoints.removeMacro, { params: { id } }), done: 'Removed.' }),
  });
}

/** Answers that are given often, by language. */
export function MacrosPage() {
  const may = useMay();
  const macros = useQuery({
    queryKey: ['ticket-macros'],
    queryFn: async ({ signal }) => valueOrThrow(await call(endpoints.macros, { signal })).results,
  });
  const canWrite = may('macros.write');
  if (macros.isPending) return <Loading />;
  if (macros.data === undefined)
    return (
      <Failure error={macros.error} onRetry={() => void macros.refetch()} retrying={macros.isFetching} />
    );
  return (
    <>
      <PageHead
        title="Saved answers"
        text="Agents get the text in the language of the user."
        actions={canWrite && <Button onClick={() => askMacro()}>New answer</Button>}
      />
      {macros.data.length === 0 && <EmptyState text="Nothing is saved yet." />}
      <div className="grid gap-4 lg:grid-cols-2">
        {macros.data.map((macro) => (
          <Card
            key={macro.id}
            title={macro.title}
            actions={
              canWrite && (
                <span className="flex gap-2">
                  <Button size="small" color="black" onClick={() => askMacro(macro)}>
                    Change
                  </Button>
                  <Button size="small" color="red" onClick={() => askRemoval(macro)}>
                    Remove
                  </Button>
                </span>
              )
            }
          >
            <p className="whitespace-pre-wrap">{macro.texts.en}</p>
            <p className="mt-2 text-muted">
              {languages
                .filter((language) => macro.texts[language] !== undefined)
                .map((language) => languageNames[language])
                .join(', ')}
            </p>
          </Card>
        ))}
      </div>
    </>
  );
}
