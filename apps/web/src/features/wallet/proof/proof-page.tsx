import type { LiabilitiesProof } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { CoinLogo } from '#ui/coin/coin-logo.tsx';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { SelectList } from '#ui/field/select-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Amount } from '#ui/number/amount.tsx';
import { EmptyState } from '#ui/state/empty-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { Card } from '#ui/surface/card.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { FailureState } from '../components/failure-state.tsx';
import { OwnPart } from './own-part.tsx';
import { ownProofQuery, proofsQuery } from './proof-queries.ts';
import { fileUrl } from './run-check.ts';
import { WholeFile } from './whole-file.tsx';

function useMoments() {
  const { i18n } = useTranslation();
  const format = dateFormat(i18n.language, dateStyles.moment);
  return (moment: string): string => format.format(new Date(moment));
}

/** Which publication is looked at: the newest of the first coin, unless the address says another. */
export function chosenProof(
  proofs: readonly LiabilitiesProof[],
  params: URLSearchParams,
): LiabilitiesProof | undefined {
  const [id, coin] = [params.get('id'), params.get('coin')];
  return proofs.find((proof) => proof.id === id) ?? proofs.find((proof) => proof.coin === coin) ?? proofs[0];
}

function Chooser({ proofs, proof }: { proofs: readonly LiabilitiesProof[]; proof: LiabilitiesProof }) {
  const { t } = useTranslation();
  const momentOf = useMoments();
  const [, setParams] = useSearchParams();
  const coins = [...new Set(proofs.map(({ coin }) => coin))].sort();
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectList
        label={t('wallet.coin')}
        value={proof.coin}
        onValueChange={(coin) => setParams({ coin }, { replace: true })}
        options={coins.map((coin) => ({
          value: coin,
          html: coin,
          start: <CoinLogo code={coin} size={20} />,
        }))}
      />
      <SelectList
        label={t('history.proof.publication')}
        value={proof.id}
        onValueChange={(id) => setParams({ id }, { replace: true })}
        options={proofs
          .filter(({ coin }) => coin === proof.coin)
          .map(({ id, time }) => ({ value: id, html: momentOf(time) }))}
      />
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="flex-none text-muted">{name}</dt>
      <dd className="num flex min-w-0 items-center gap-1 text-right">{children}</dd>
    </div>
  );
}

function Hash({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation();
  return (
    <Line name={name}>
      <span className="truncate font-mono" title={text}>
        {text}
      </span>
      <CopyButton text={text} label={t('history.copy', { what: name })} className="-my-1 flex-none" />
    </Line>
  );
}

/** What anybody needs to check it with a program of their own. */
function Published({ proof }: { proof: LiabilitiesProof }) {
  const { t } = useTranslation();
  const momentOf = useMoments();
  const client = useQueryClient();
  const saveOwn = async (): Promise<void> => {
    const own = await client.ensureQueryData(ownProofQuery(proof.id)).catch(() => undefined);
    if (own === undefined) return;
    const url = URL.createObjectURL(new Blob([JSON.stringify(own, null, 2)], { type: 'application/json' }));
    const download = `proof-${proof.coin}-${proof.height}.json`;
    Object.assign(document.createElement('a'), { href: url, download }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <Card title={t('history.proof.published')}>
      <dl className="flex flex-col">
        <Line name={t('history.proof.lines.total')}>
          <Amount value={proof.total} decimals={18} trimZeros unit={proof.coin} />
        </Line>
        <Line name={t('history.proof.lines.inFlight')}>
          <Amount value={proof.in_flight} decimals={18} trimZeros unit={proof.coin} />
        </Line>
        <Line name={t('history.proof.lines.time')}>{momentOf(proof.time)}</Line>
        <Line name={t('history.proof.lines.height')}>
          <Amount value={String(proof.height)} decimals={0} />
        </Line>
        <Line name={t('history.proof.lines.leaves')}>
          <Amount value={String(proof.leaves)} decimals={0} />
        </Line>
        <Hash name={t('history.proof.lines.root')} text={proof.root} />
        <Hash name={t('history.proof.lines.digest')} text={proof.digest} />
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <a className="button" data-color="black" data-size="small" href={fileUrl(proof.id)} download>
          <span className="button-label">
            <Icon name="download" size={14} />
            {t('history.proof.saveFile')}
          </span>
        </a>
        <Button size="small" color="black" onClick={() => void saveOwn()}>
          <Icon name="download" size={14} />
          {t('history.proof.saveOwn')}
        </Button>
      </div>
      <p className="mt-3 text-xs text-pretty text-muted">{t('history.proof.keepSecret')}</p>
    </Card>
  );
}

/** Whether what the exchange says it owes contains what it owes to whoever looks, computed in their own browser. */
export function ProofPage() {
  const { t } = useTranslation();
  const momentOf = useMoments();
  const [params] = useSearchParams();
  const { data: proofs, error, refetch, isFetching } = useQuery(proofsQuery);
  const proof = proofs && chosenProof(proofs, params);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-semibold">{t('history.proof.title')}</h2>
        <p className="mt-1 max-w-3xl text-pretty text-muted">{t('history.proof.intro')}</p>
      </div>
      {error !== null && proofs === undefined && (
        <Card>
          <FailureState
            title={t('history.unread.proofs')}
            error={error}
            retry={() => void refetch()}
            retrying={isFetching}
          />
        </Card>
      )}
      {error === null && proofs === undefined && <Skeleton className="h-64" />}
      {proofs?.length === 0 && (
        <Card>
          <EmptyState icon="shield-check" text={t('history.proof.none')} />
        </Card>
      )}
      {proofs !== undefined && proof !== undefined && (
        <>
          <Chooser proofs={proofs} proof={proof} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-4">
              <OwnPart key={proof.id} proof={proof} day={momentOf(proof.time)} />
              <WholeFile key={`whole ${proof.id}`} proof={proof} />
            </div>
            <Published proof={proof} />
          </div>
        </>
      )}
    </div>
  );
}
