import { type ColdRefill, coldEndpoints } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { CopyButton } from '@emporion/web/ui/copy/copy-button.tsx';
import { QrCode } from '@emporion/web/ui/qr/qr-code.tsx';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { Badge, inWords } from '#kit/badge.tsx';
import { saveFile } from '#kit/download.ts';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Identifier } from '#kit/identifier.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';
import { CoinAmount } from './coin-amount.tsx';
import { askCancelRefill, askExport, askImport } from './fund-actions.ts';

/** As much as a camera still reads from a screen. */
const qrLettersMax = 1_500;

/** The PSBT of the Bitcoin family, which wallets read from a picture; of others the whole file. */
function pictureText(unsigned: string): string {
  try {
    const { psbt } = JSON.parse(unsigned) as { psbt?: unknown };
    return typeof psbt === 'string' ? psbt : unsigned;
  } catch {
    return unsigned;
  }
}

function Unsigned({ refill: { id, unsigned, replacing } }: { refill: ColdRefill }) {
  if (unsigned === null) return null;
  const picture = pictureText(unsigned);
  return (
    <Card title={replacing ? 'To be signed, with a higher fee' : 'To be signed'}>
      <div className="flex flex-wrap gap-4">
        {picture.length <= qrLettersMax && (
          <QrCode text={picture} label="The unsigned transaction" className="size-72" />
        )}
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-3">
          <p className="text-pretty text-muted">
            Save the file, sign it where the cold keys are with <code>npm run signer -- sign-cold FILE</code>,
            and compare the address it goes to with the one that the signer’s machine shows.
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Button
              onClick={() =>
                saveFile(new Blob([unsigned], { type: 'application/json' }), `refill-${id}.json`)
              }
            >
              Save the file
            </Button>
            <CopyButton text={unsigned} label="Copy the file" />
          </div>
          <pre className="max-h-60 overflow-auto rounded-md bg-raised p-3 text-xs break-all whitespace-pre-wrap">
            {unsigned}
          </pre>
        </div>
      </div>
    </Card>
  );
}

function Actions({ refill }: { refill: ColdRefill }) {
  const may = useMay();
  if (!may('cold.move')) return null;
  const { status, unsigned } = refill;
  const isOpen = status === 'requested' || status === 'exported';
  const isSent = status === 'signed' || status === 'broadcast';
  return (
    <>
      {unsigned !== null && (isOpen || isSent) && (
        <Button onClick={() => askImport(refill)}>Bring the signed one</Button>
      )}
      {(isOpen || isSent) && (
        <Button color="black" onClick={() => askExport(refill)}>
          {isSent ? 'Raise the fee' : unsigned === null ? 'Make the transaction' : 'Make it anew'}
        </Button>
      )}
      {isOpen && (
        <Button color="red" onClick={() => askCancelRefill(refill)}>
          Call off
        </Button>
      )}
    </>
  );
}

export function RefillPage() {
  const { id = '' } = useParams();
  const list = useList(coldEndpoints.list, { query: { limit: '200' }, refreshMs: 10_000 });
  if (list.isPending) return <Loading />;
  if (list.error !== null && list.rows.length === 0) return <Failure error={list.error} />;
  const refill = list.rows.find((row) => row.id === id);
  if (refill === undefined) return <EmptyState text="There is no such refill among the newest." />;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex items-center gap-2">
            Refill <CoinAmount value={refill.amount} coin={refill.currency} />
            <Badge>{inWords(refill.status)}</Badge>
          </span>
        }
        actions={<Actions refill={refill} />}
      />
      <Card title="From cold to hot">
        <Facts
          facts={[
            ['Network', refill.network],
            ['Asked for', <Time key="date" at={refill.date} />],
            ['From', refill.cold_address === null ? '–' : <Identifier key="c" value={refill.cold_address} />],
            ['To', refill.hot_address === null ? '–' : <Identifier key="h" value={refill.hot_address} />],
            ['Transaction', refill.hash === null ? undefined : <Identifier key="t" value={refill.hash} />],
            ['Block', refill.block_height === null ? undefined : String(refill.block_height)],
            ['Why it failed', refill.reason ?? undefined],
          ]}
        />
      </Card>
      <Unsigned refill={refill} />
    </>
  );
}
