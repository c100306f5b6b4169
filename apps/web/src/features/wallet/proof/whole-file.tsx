import type { LiabilitiesProof } from '@emporion/contracts/rest';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { Notice } from '../components/notice.tsx';
import type { WholeCheck } from './check-whole.ts';
import { runCheck } from './run-check.ts';

function useSizes() {
  const { i18n } = useTranslation();
  return (bytes: number): string => {
    const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
    const number = bytes / (unit === 'kilobyte' ? 1_000 : 1_000_000);
    return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
      number,
    );
  };
}

/** One check at a time; leaving the page stops it. */
function useWholeCheck(proof: LiabilitiesProof) {
  const [bytes, setBytes] = useState<number | null>(null);
  const [check, setCheck] = useState<WholeCheck | null>(null);
  const stopRef = useRef<(() => void) | null>(null);
  useEffect(() => () => stopRef.current?.(), []);
  const stop = (): void => {
    stopRef.current?.();
    stopRef.current = null;
    setBytes(null);
  };
  const start = async (): Promise<void> => {
    setCheck(null);
    setBytes(0);
    const running = runCheck(proof, setBytes);
    stopRef.current = running.stop;
    const result = await running.result;
    if (stopRef.current !== running.stop) return;
    stopRef.current = null;
    setBytes(null);
    setCheck(result);
  };
  return { bytes, check, start, stop };
}

function Progress({ bytes, total, stop }: { bytes: number; total: number; stop(): void }) {
  const { t } = useTranslation();
  const sizeOf = useSizes();
  const words = t('history.proof.whole.progress', {
    done: sizeOf(Math.min(bytes, total)),
    total: sizeOf(total),
  });
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={t('history.proof.whole.checking')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(bytes, total)}
        aria-valuetext={words}
        className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-sm bg-raised"
      >
        <div
          className="h-full origin-left bg-accent"
          style={{ transform: `scaleX(${total === 0 ? 1 : Math.min(1, bytes / total)})` }}
        />
      </div>
      <span className="num flex-none text-xs text-muted" aria-hidden="true">
        {words}
      </span>
      <Button size="small" color="black" onClick={stop}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** The whole publication, for whoever wants to add everything up. */
export function WholeFile({ proof }: { proof: LiabilitiesProof }) {
  const { t } = useTranslation();
  const sizeOf = useSizes();
  const { bytes, check, start, stop } = useWholeCheck(proof);
  return (
    <Card title={t('history.proof.whole.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-pretty text-muted">{t('history.proof.whole.text')}</p>
        {bytes === null ? (
          <div>
            <Button size="small" color="black" onClick={() => void start()}>
              <Icon name="shield-check" size={14} />
              {t('history.proof.whole.start', { size: sizeOf(proof.bytes) })}
            </Button>
          </div>
        ) : (
          <Progress bytes={bytes} total={proof.bytes} stop={stop} />
        )}
        <div role="status">
          {check?.kind === 'holds' && (
            <div className="flex items-start gap-2 text-pretty">
              <Icon name="circle-check" size={16} className="mt-0.5 flex-none text-buy" />
              <div>
                <p>{t('history.proof.whole.holds', { count: check.leaves })}</p>
                {!check.digestChecked && <p className="text-muted">{t('history.proof.whole.noDigest')}</p>}
              </div>
            </div>
          )}
          {check?.kind === 'unread' && (
            <Notice tone="warn">
              <p>{t('history.proof.whole.unread')}</p>
            </Notice>
          )}
          {check?.kind === 'refused' && (
            <Notice tone="warn" icon="circle-x" title={t('history.proof.whole.refused')}>
              <p>
                {t('history.proof.whole.fault', {
                  fault: check.line === undefined ? check.fault : `${check.fault}, ${check.line}`,
                })}
              </p>
            </Notice>
          )}
        </div>
      </div>
    </Card>
  );
}
