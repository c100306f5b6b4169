import type { Kyc } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#api/api.ts';
import { kycEndpoints } from '#api/contract/kyc.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { DetailsForm } from './details-form.tsx';
import { kycQuery, useLiveKyc } from './kyc-queries.ts';
import { LevelsCard } from './levels-card.tsx';
import { ProviderFrame } from './provider-frame.tsx';
import { StateCard } from './state-card.tsx';

const steps = ['details', 'documents', 'review'] as const;
type Step = (typeof steps)[number];

function Stepper({ now }: { now: Step }) {
  const { t } = useTranslation();
  const place = steps.indexOf(now);
  return (
    <ol aria-label={t('kyc.steps.label')} className="flex flex-wrap gap-x-4 gap-y-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === now ? 'step' : undefined}
          className={classNames('flex items-center gap-2', index > place ? 'text-muted' : 'font-semibold')}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'num flex size-6 flex-none items-center justify-center rounded-full text-xs',
              index < place && 'bg-raised text-buy',
              index === place && 'bg-accent text-surface',
              index > place && 'bg-raised',
            )}
          >
            {index < place ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {t(`kyc.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** The application that is under way, from what is declared to what is shown. */
function Application({ kyc, level, onLeave }: { kyc: Kyc; level: number; onLeave(): void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const open = kyc.application?.status === 'open' ? kyc.application : null;
  const [isEditing, setIsEditing] = useState(open === null);
  const step: Step = open === null || isEditing ? 'details' : 'documents';
  const callOff = async () => {
    if (open === null) return onLeave();
    const answer = await call(kycEndpoints.withdraw, {});
    if (answer.ok) {
      client.setQueryData<Kyc>(kycQuery.queryKey, answer.value);
      onLeave();
    } else showToast({ type: 'error', title: refusalOf(answer.failure, t).message ?? '' });
  };
  // What staff asked more of is handed in once more, or rejected in the end.
  const isAsked = (open?.again.length ?? 0) > 0;
  // On a phone the levels stand below: whoever chose one is brought to what it asks for.
  const top = useRef<HTMLDivElement>(null);
  const isChosen = useRef(open === null);
  useEffect(() => {
    // Where the form is in sight already, nothing moves.
    const y = top.current?.getBoundingClientRect().top ?? 0;
    if (isChosen.current && (y < 0 || y > window.innerHeight / 2))
      top.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <Card>
      <div ref={top} className="flex scroll-mt-20 flex-col gap-5">
        <Stepper now={step} />
        {step === 'details' ? (
          <DetailsForm
            level={level}
            person={open?.person ?? kyc.person}
            onDone={() => {
              setIsEditing(false);
              // From here on the application says what it is for.
              onLeave();
            }}
          />
        ) : (
          open !== null && <ProviderFrame application={`${open.id} ${level}`} />
        )}
        <div className="flex flex-wrap gap-2">
          {step === 'documents' && (
            <Button variant="flat" size="small" onClick={() => setIsEditing(true)}>
              {t('kyc.form.edit')}
            </Button>
          )}
          {!isAsked && (
            <Button variant="flat" size="small" onClick={() => void callOff()}>
              {t('kyc.form.cancel')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function Content({ kyc }: { kyc: Kyc }) {
  const { t } = useTranslation();
  const { application } = kyc;
  const [chosen, setChosen] = useState<number | null>(null);
  const status = application?.status;
  const openLevel = status === 'open' ? (application?.level ?? null) : null;
  const isChecked = status === 'checking' || status === 'review';
  const level = isChecked ? null : (openLevel ?? chosen);
  const isFree = openLevel === null && !isChecked;
  // While there is nothing else to do, the page is about choosing a level.
  const isChoosing = isFree && chosen === null;
  const levels = <LevelsCard kyc={kyc} isWide={isChoosing} onApply={isChoosing ? setChosen : undefined} />;
  return (
    <div
      className={
        isChoosing
          ? 'flex flex-col gap-4'
          : 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]'
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        <StateCard
          kyc={kyc}
          chosen={isFree ? chosen : null}
          onRenew={
            // One that has ended was for the level that was applied for.
            isFree ? () => setChosen(kyc.verified_level || (application?.level ?? 1)) : undefined
          }
        />
        {!kyc.available && <Card>{t('kyc.unavailable')}</Card>}
        {isChecked && (
          <Card>
            <Stepper now="review" />
          </Card>
        )}
        {kyc.available && level !== null && (
          <Application
            key={openLevel === null ? level : 'open'}
            kyc={kyc}
            level={level}
            onLeave={() => setChosen(null)}
          />
        )}
        {isChoosing && levels}
        <p className="flex gap-2 px-1 text-xs text-pretty text-muted">
          <Icon name="lock" size={14} className="mt-0.5 flex-none" />
          <span>
            {t('kyc.privacy')} {kyc.sandbox && t('kyc.sandbox')}
          </span>
        </p>
      </div>
      {!isChoosing && levels}
    </div>
  );
}

/** Who somebody is: how far the verification is, what it takes, and what each level unlocks. */
export function KycPage() {
  const { t } = useTranslation();
  useLiveKyc();
  const { data, error, isFetching, refetch } = useQuery(kycQuery);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 pb-10 md:gap-6 md:pt-6">
      <div>
        <h1 className="text-xl font-bold">{t('kyc.title')}</h1>
        <p className="mt-1 text-pretty text-muted">{t('kyc.lead')}</p>
      </div>
      {data !== undefined ? (
        <Content kyc={data} />
      ) : error !== null ? (
        <Card>
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </div>
  );
}
