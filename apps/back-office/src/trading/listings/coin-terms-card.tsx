import {
  approvalEndpoints,
  type CoinTermDraft,
  type CoinTerms,
  listingEndpoints,
  type StaffCoin,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { Link, useNavigate } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Changes } from '#kit/changes.tsx';
import { useNetworkNames } from '#kit/network-name.tsx';
import { Time, timeText, zoneText } from '#kit/time.tsx';
import { fieldsGrid, Refused, useWritten, WrittenField } from '#kit/written.tsx';
import { termsInWords } from './terms-in-words.ts';

const orNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim();

/** Tomorrow, as a field of date and time writes it. */
function tomorrow(): string {
  const day = new Date(Date.now() + 86_400_000);
  day.setHours(0, 0, 0, 0);
  return new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const termsOf = ({ withdrawal_daily_max, networks }: StaffCoin): CoinTerms => ({
  withdrawal_daily_max,
  networks: networks.map(({ network, deposit_fee, deposit_max }) => ({ network, deposit_fee, deposit_max })),
});

function writtenTerms(coin: StaffCoin): Record<string, string> {
  return {
    effective: tomorrow(),
    daily: coin.withdrawal_daily_max ?? '',
    ...Object.fromEntries(
      coin.networks.flatMap(({ network, deposit_fee, deposit_max }) => [
        [`${network} deposit_fee`, deposit_fee],
        [`${network} deposit_max`, deposit_max ?? ''],
      ]),
    ),
  };
}

function askCallOff({ currency, id }: CoinTermDraft): void {
  askAction({
    title: 'Call off the change of terms',
    text: `The terms of ${currency} stay as they are.`,
    fields: [reasonField],
    confirm: 'Call it off',
    isDangerous: true,
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(listingEndpoints.cancelTermDraft, {
            ...{ params: { currency, id }, body: { reason, confirmation } },
          }),
        done: 'The change was called off.',
      }),
  });
}

function Drafts({ drafts, now }: { drafts: readonly CoinTermDraft[]; now: CoinTerms }) {
  const may = useMay();
  if (drafts.length === 0) return null;
  return (
    <ul aria-label="Planned changes" className="flex flex-col gap-3 pb-4">
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <Time at={draft.effective} />
          <div className="min-w-0 flex-1">
            <Changes before={termsInWords(now)} after={termsInWords(draft.terms)} labels={{}} />
          </div>
          <Link to={`/approvals/${draft.id}`} className="text-accent hover:underline">
            Proposal
          </Link>
          {may('markets.propose') && (
            <Button size="small" variant="flat" color="red" onClick={() => askCallOff(draft)}>
              Call off
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Fees and maxima that users pay and keep to: two people change them, from a moment on. */
export function CoinTermsCard({ coin, drafts }: { coin: StaffCoin; drafts: readonly CoinTermDraft[] }) {
  const may = useMay();
  const navigate = useNavigate();
  const nameOf = useNetworkNames();
  const written = useWritten<string>(writtenTerms(coin));
  const now = termsOf(coin);
  const { code } = coin;
  const wanted: CoinTerms = {
    withdrawal_daily_max: orNull(written.values.daily),
    networks: coin.networks.map(({ network }) => ({
      network,
      deposit_fee: orNull(written.values[`${network} deposit_fee`]) ?? '0',
      deposit_max: orNull(written.values[`${network} deposit_max`]),
    })),
  };
  const effective = written.values.effective ?? '';
  const isChanged = JSON.stringify(termsInWords(wanted)) !== JSON.stringify(termsInWords(now));
  const propose = (): void =>
    askAction({
      title: `Change the terms of ${code}`,
      text: (
        <div className="flex flex-col gap-2">
          <Changes before={termsInWords(now)} after={termsInWords(wanted)} labels={{}} />
          <p>{`They apply from ${timeText(effective)} (${zoneText()}), once a second person has approved them.`}</p>
        </div>
      ),
      fields: [reasonField],
      confirm: 'Propose',
      run: async ({ reason = '' }) => {
        const outcome = await makeChange({
          send: (confirmation) =>
            call(approvalEndpoints.changeCoinTerms, {
              body: {
                ...{ currency: code, effective: new Date(effective).toISOString(), terms: wanted },
                ...{ reason, confirmation },
              },
            }),
          done: 'Proposed. A second person has to approve it.',
          onDone: ({ id }) => void navigate(`/approvals/${id}`),
        });
        if (outcome === undefined || outcome === 'left') return outcome;
        const named = Object.entries(outcome.fields ?? {}).map(([path, sentence]) => {
          const [, at, field] = /^terms\.networks\.([0-9]+)\.(.+)$/.exec(path) ?? [];
          const daily = path === 'terms.withdrawal_daily_max' ? 'daily' : path;
          return [field === undefined ? daily : `${coin.networks[Number(at)]?.network} ${field}`, sentence];
        });
        if (named.length === 0) return outcome;
        written.setRefusal({ fields: Object.fromEntries(named) });
        return undefined;
      },
    });
  return (
    <Card title="Deposit terms and daily maximum">
      <p className="pb-4 text-pretty text-muted">
        A second person approves a change. It applies to deposits that are first seen from the chosen time on,
        and to withdrawals from then on. Deposits above the maximum are held for staff.
      </p>
      <Drafts drafts={drafts} now={now} />
      <div className={fieldsGrid}>
        <WrittenField
          {...{ written, name: 'daily', label: 'Daily withdrawal maximum', isNumber: true }}
          hint={`In ${code}, for one user over all networks. Empty for none.`}
        />
        {coin.networks.flatMap(({ network }) => [
          <WrittenField
            key={`${network} fee`}
            {...{ written, name: `${network} deposit_fee`, isNumber: true }}
            label={`Deposit fee, ${nameOf(network)}`}
            hint={`In ${code}.`}
          />,
          <WrittenField
            key={`${network} max`}
            {...{ written, name: `${network} deposit_max`, isNumber: true }}
            label={`Deposit maximum, ${nameOf(network)}`}
            hint="Empty for none."
          />,
        ])}
        {may('markets.propose') && (
          <WrittenField {...{ written, name: 'effective', label: 'Apply from', kind: 'moment' }} />
        )}
      </div>
      <Refused refusal={written.refusal} />
      {may('markets.propose') && (
        <Button className="mt-4" disabled={!isChanged || effective === ''} onClick={propose}>
          Propose the terms
        </Button>
      )}
    </Card>
  );
}
