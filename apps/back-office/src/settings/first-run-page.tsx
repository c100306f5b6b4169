import { exchangeSettingsEndpoints, firstRunSteps } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { BrandCard } from './brand-card.tsx';
import { FirstCoins, FirstMarket } from './first-listings.tsx';
import { MessagesCard } from './messages-card.tsx';
import { type Settings, settingsQuery } from './settings-query.ts';

type StepName = (typeof firstRunSteps)[number];

interface Step {
  readonly title: string;
  readonly text: string;
}

const steps: Readonly<Record<StepName, Step>> = {
  branding: {
    title: 'Name, logo and colours',
    text: 'What people see above every page and in every mail.',
  },
  coins: {
    title: 'Coins and networks',
    text: 'What people can hold, deposit and withdraw, and by which chains.',
  },
  market: {
    title: 'The first market',
    text: 'Two coins, and the smallest steps of price and quantity. The first one you open yourself; after it, to open a market takes a second person.',
  },
  messages: {
    title: 'Mail and text messages',
    text: 'Codes and links reach people by these. Send yourself a test.',
  },
};

function useNote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: StepName) => call(exchangeSettingsEndpoints.noteStep, { params: { step }, body: {} }),
    onSuccess: (answer) => {
      if (answer.ok) client.setQueryData(settingsQuery.queryKey, answer.value);
    },
  });
}

function inside(name: StepName, settings: Settings): ReactNode {
  if (name === 'branding') return <BrandCard branding={settings.branding} />;
  if (name === 'coins') return <FirstCoins />;
  if (name === 'market') return <FirstMarket />;
  return <MessagesCard settings={settings} />;
}

/** What a new installation needs before the first trade, in order. How far it came is kept on the server. */
export function FirstRunPage() {
  const settings = useQuery(settingsQuery);
  const note = useNote();
  if (settings.isPending) return <Loading />;
  if (settings.data === undefined)
    return <Failure error={settings.error} onRetry={() => void settings.refetch()} />;
  const { data } = settings;
  const done = new Set(data.first_run);
  const next = firstRunSteps.find((step) => !done.has(step));
  return (
    <>
      <PageHead
        title="First set-up"
        text={
          next === undefined
            ? 'Everything is set up. Each step can be changed later.'
            : 'Four steps from an empty installation to the first trade. Leave out what you want to do later.'
        }
      />
      <ol className="flex flex-col gap-4">
        {firstRunSteps.map((name, index) => {
          const { title, text } = steps[name];
          const isDone = done.has(name);
          return (
            <li key={name}>
              <Card
                title={
                  <span className="inline-flex items-center gap-2">
                    {index + 1}. {title}
                    <Badge tone={isDone ? 'good' : name === next ? 'accent' : 'plain'}>
                      {isDone ? 'Done' : name === next ? 'Next' : 'To do'}
                    </Badge>
                  </span>
                }
                actions={
                  !isDone && (
                    <Button
                      size="small"
                      variant={name === next ? 'default' : 'flat'}
                      loading={note.isPending && note.variables === name}
                      onClick={() => note.mutate(name)}
                    >
                      Done
                    </Button>
                  )
                }
              >
                <p className="max-w-prose text-pretty text-muted">{text}</p>
                {name === next && inside(name, data)}
              </Card>
            </li>
          );
        })}
      </ol>
    </>
  );
}
