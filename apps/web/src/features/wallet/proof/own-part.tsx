import type { LiabilitiesProof, OwnLiabilities } from '@emporion/contracts/rest';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { FailureState } from '../components/failure-state.tsx';
import { PrivateAmount } from '../components/private-amount.tsx';
import { checkOwn, type OwnCheck } from './check-own.ts';
import { ownProofQuery } from './proof-queries.ts';

/** Undefined while it is being computed. */
function useOwnCheck(proof: LiabilitiesProof, own: OwnLiabilities | undefined): OwnCheck | undefined {
  const [checked, setChecked] = useState<{ of: OwnLiabilities; check: OwnCheck }>();
  useEffect(() => {
    let isWanted = true;
    if (own === undefined) return;
    void checkOwn(proof, own).then((check) => isWanted && setChecked({ of: own, check }));
    return () => {
      isWanted = false;
    };
  }, [proof, own]);
  return checked !== undefined && checked.of === own ? checked.check : undefined;
}

const looks: Readonly<Record<OwnCheck['kind'], { icon: IconName; tone: string }>> = {
  holds: { icon: 'shield-check', tone: 'text-buy' },
  nothing: { icon: 'info', tone: 'text-muted' },
  refused: { icon: 'circle-x', tone: 'text-sell' },
  impossible: { icon: 'triangle-alert', tone: 'text-warn' },
};

/** What the check found, in one sentence; and in the next what it does not say. */
function Outcome({ proof, check, day }: { proof: LiabilitiesProof; check: OwnCheck; day: string }) {
  const { t } = useTranslation();
  const { icon, tone } = looks[check.kind];
  const { coin } = proof;
  return (
    <div role="status" className="flex items-start gap-4">
      <Icon name={icon} size={36} className={classNames('flex-none', tone)} />
      <div className="flex min-w-0 flex-col gap-2 text-pretty">
        <p className={classNames('text-lg font-semibold', check.kind === 'refused' && 'text-sell')}>
          {t(`history.proof.outcome.${check.kind}.title`, { coin })}
        </p>
        {check.kind === 'holds' && (
          <p className="text-xl font-bold">
            <PrivateAmount value={check.amount} decimals={18} trimZeros unit={coin} />
          </p>
        )}
        <p>
          {t(`history.proof.outcome.${check.kind}.text`, {
            coin,
            day,
            total: formatNumber(proof.total, { decimals: 18, trimZeros: true }),
          })}
        </p>
        {check.kind === 'holds' && <p className="text-muted">{t('history.proof.notProven')}</p>}
        {check.kind === 'refused' && <p className="text-muted">{t(`history.proof.faults.${check.fault}`)}</p>}
      </div>
    </div>
  );
}

/** What was computed here, step by step. */
function Steps({ proof, check }: { proof: LiabilitiesProof; check: OwnCheck & { kind: 'holds' } }) {
  const { t } = useTranslation();
  return (
    <ul className="flex flex-col gap-2 border-t hairline pt-4">
      {(['leaves', 'path', 'root'] as const).map((step) => (
        <li key={step} className="flex items-start gap-2">
          <Icon name="circle-check" size={16} className="mt-0.5 flex-none text-buy" />
          <span>{t(`history.proof.steps.${step}`, { count: check.parts })}</span>
        </li>
      ))}
      <li className="flex items-start gap-2">
        <Icon name="circle-check" size={16} className="mt-0.5 flex-none text-buy" />
        <span>
          {`${t('history.proof.steps.total')} `}
          <Amount value={proof.total} decimals={18} trimZeros unit={proof.coin} />
        </span>
      </li>
    </ul>
  );
}

/** One's own part of a publication, read and computed anew in this browser as soon as it is shown. */
export function OwnPart({ proof, day }: { proof: LiabilitiesProof; day: string }) {
  const { t } = useTranslation();
  const { data: own, error, refetch, isFetching } = useQuery(ownProofQuery(proof.id));
  const check = useOwnCheck(proof, own);
  return (
    <Card title={t('history.proof.own')}>
      {error !== null && own === undefined && (
        <FailureState
          title={t('history.unread.own')}
          error={error}
          retry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {error === null && check === undefined && (
        <div className="flex gap-4" aria-busy="true">
          <Skeleton className="size-9 flex-none rounded-full" />
          <div className="flex flex-1 flex-col gap-3">
            <p className="text-lg font-semibold">{t('history.proof.computing')}</p>
            <Skeleton className="h-8 w-48" />
            <Skeleton className="h-10" />
          </div>
        </div>
      )}
      {check !== undefined && (
        <div className="flex flex-col gap-4">
          <Outcome proof={proof} check={check} day={day} />
          {check.kind === 'holds' && <Steps proof={proof} check={check} />}
        </div>
      )}
    </Card>
  );
}
