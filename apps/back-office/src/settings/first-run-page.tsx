import { exchangeSettingsEndpoints, firstRunSteps, marketHaltEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { healthQuery } from '#health/health-query.ts';
import { Missing } from '#health/missing.tsx';
import { Badge } from '#kit/badge.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { useList } from '#kit/use-list.ts';
import { coinsQuery } from '#trading/listings/coins-query.ts';
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
    text: 'Two coins, and the smallest steps of price and quantity. You open the first market yourself; later ones need a second person.',
  },
  messages: {
    title: 'Mail and text messages',
    text: 'Codes and links reach people by these. Send yourself a test. Until an identity provider is set (KYC_URL), new users withdraw at most 1,000 USDT a day.',
  },
  staff: {
    title: 'A second administrator',
    text: 'Money, roles and markets need two people. You appoint the second administrator yourself, once: they register like any user, then get the role. If you run the exchange alone, set SOLE_OPERATOR=true and restart: proposals then pass after 24 hours without a second person.',
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
  if (name === 'staff')
    return (
      <p className="pt-3">
        <Link to="/staff" className="text-accent underline">
          Give a role
        </Link>
      </p>
    );
  if (name === 'coins') return <FirstCoins />;
  if (name === 'market') return <FirstMarket />;
  return <MessagesCard settings={settings} />;
}

/** What is there already, whoever made it. Undefined until that is known. */
function useMade(): ReadonlySet<StepName> | undefined {
  const coins = useQuery(coinsQuery).data?.results;
  const markets = useList(marketHaltEndpoints.list);
  const parts = useQuery(healthQuery).data?.parts;
  if (coins === undefined || markets.data === undefined || parts === undefined) return undefined;
  const made = new Set<StepName>();
  if (coins.length > 0) made.add('coins');
  if (markets.rows.some(({ state }) => state === 'open')) made.add('market');
  if (parts.some(({ part, state }) => part === 'administrators' && state === 'good')) made.add('staff');
  return made;
}

/** What cannot be counted: the brand was changed, or mail is set up. */
function wasChanged(name: StepName, { branding, mail, changed }: Settings): boolean {
  if (name === 'messages') return mail.configured;
  return name === 'branding' && (changed !== null || branding.logo !== null);
}

interface StepCardProps {
  name: StepName;
  number: number;
  settings: Settings;
  state: 'done' | 'next' | 'waits';
  /** There is something to show for it, so that the step can be called done. */
  isMade: boolean;
}

/** One step. What is done can be opened again, for everything can be changed later. */
function StepCard({ name, number, settings, state, isMade }: StepCardProps) {
  const note = useNote();
  const [isOpen, setOpen] = useState(false);
  const { title, text } = steps[name];
  const isDone = state === 'done';
  const isShown = state === 'next' || isOpen;
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          {number}. {title}
          <Badge tone={isDone ? 'good' : state === 'next' ? 'accent' : 'plain'}>
            {isDone ? 'Done' : state === 'next' ? 'Next' : 'To do'}
          </Badge>
        </span>
      }
      actions={
        <span className="flex flex-wrap gap-2">
          {state !== 'next' && (
            <Button size="small" variant="flat" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Close' : 'Open'}
            </Button>
          )}
          {!isDone && (
            <Button
              size="small"
              variant={isMade ? 'default' : 'flat'}
              loading={note.isPending}
              onClick={() => note.mutate(name)}
            >
              {isMade ? 'Done' : 'Leave for later'}
            </Button>
          )}
        </span>
      }
    >
      <p className="max-w-prose text-pretty text-muted">{text}</p>
      {isShown && inside(name, settings)}
    </Card>
  );
}

/** What a new installation needs before the first trade, in order. How far it came is kept on the server. */
export function FirstRunPage() {
  const settings = useQuery(settingsQuery);
  const made = useMade();
  // What was there when the page opened counts as done. What is made here stays open, for there may be more of it to make.
  const [before, setBefore] = useState<ReadonlySet<StepName>>();
  if (before === undefined && made !== undefined) setBefore(made);
  const lacks = useQuery(healthQuery).data?.parts.some(({ state }) => state !== 'good') ?? false;
  if (settings.isPending) return <Loading />;
  if (settings.data === undefined)
    return <Failure error={settings.error} onRetry={() => void settings.refetch()} />;
  const { data } = settings;
  const noted = new Set(data.first_run);
  const isDone = (step: StepName) => before?.has(step) === true || noted.has(step);
  const next = firstRunSteps.find((step) => !isDone(step));
  return (
    <>
      <PageHead
        title="First set-up"
        text={
          next !== undefined
            ? 'Five steps from an empty installation to the first trade. Leave out what you want to do later.'
            : lacks
              ? 'All steps are done or left out. What is still missing stands below.'
              : 'Everything is set up. Each step can be changed later.'
        }
      />
      <Missing />
      <ol className="flex flex-col gap-4">
        {firstRunSteps.map((name, index) => (
          <li key={name}>
            <StepCard
              name={name}
              number={index + 1}
              settings={data}
              state={isDone(name) ? 'done' : name === next ? 'next' : 'waits'}
              isMade={wasChanged(name, data) || made?.has(name) === true}
            />
          </li>
        ))}
      </ol>
    </>
  );
}
