import { listingEndpoints, type StaffCoin } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { useMay } from '#app/me.ts';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { NetworkName } from '#kit/network-name.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { fieldsGrid, Refused, useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { CoinLogoCard } from './coin-logo-card.tsx';
import { CoinSwitchesCard } from './coin-switches-card.tsx';
import { type Terms, TermWarnings, termNames } from './coin-terms.tsx';
import { CoinTermsCard } from './coin-terms-card.tsx';
import { coinsQuery } from './coins-query.ts';

const terms = Object.keys(termNames) as (keyof Terms)[];
const orNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim();

/** A line for each link: its title, then its address. */
const linesOf = (links: StaffCoin['links']): string =>
  links.map(({ title, href }) => `${title} ${href}`).join('\n');

function linksOf(lines: string): { title: string; href: string }[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, title = '', href = line.trim()] = /^(.*\S)\s+(\S+)$/.exec(line.trim()) ?? [];
      return { title, href };
    });
}

function writtenCoin(
  { name, site, networks, base, links, tx_explorer }: StaffCoin,
  place: number,
): Record<string, string> {
  const of = networks.flatMap((here) => [
    [`${here.network} contract`, here.contract ?? ''],
    [`${here.network} confirmations`, String(here.own_confirmations ?? '')],
    ...terms.map((term) => [`${here.network} ${term}`, here[term] ?? '']),
  ]);
  return {
    name,
    site: site ?? '',
    ...{ base, links: linesOf(links), tx_explorer: tx_explorer ?? '' },
    place: String(place + 1),
    ...Object.fromEntries(of),
  };
}

function bodyOf({ networks, hidden }: StaffCoin, values: Readonly<Record<string, string>>) {
  return {
    name: (values.name ?? '').trim(),
    site: orNull(values.site),
    hidden,
    base: (values.base ?? '').trim().toUpperCase(),
    links: linksOf(values.links ?? ''),
    tx_explorer: orNull(values.tx_explorer),
    place: Number(values.place) - 1,
    networks: networks.map(({ network }) => {
      const of = (field: string): string => (values[`${network} ${field}`] ?? '').trim();
      const confirmations = of('confirmations');
      return {
        ...{ network, contract: orNull(of('contract')) },
        confirmations: confirmations === '' ? null : Number(confirmations),
        ...{ deposit_min: of('deposit_min'), withdrawal_fee: of('withdrawal_fee') },
        ...{ withdrawal_min: of('withdrawal_min'), withdrawal_max: orNull(of('withdrawal_max')) },
      };
    }),
  };
}

/** What a coin is called, and where people read of it. */
function CoinFacts({ code, written }: { code: string; written: Written<string> }) {
  return (
    <Card title={code}>
      <div className={fieldsGrid}>
        <WrittenField written={written} name="name" label="Name" />
        <WrittenField written={written} name="site" label="Website" hint="Can stay empty." />
        <WrittenField written={written} name="place" label="Place in lists" hint="1 is the first." isNumber />
        <WrittenField
          written={written}
          name="base"
          label="Carries the value of"
          hint="The coin itself, or the original of a wrapped coin."
        />
        <WrittenField
          written={written}
          name="tx_explorer"
          label="Explorer"
          hint="A transaction hash is appended to it. Empty: that of the network."
        />
        <WrittenField
          written={written}
          name="links"
          label="Other links"
          hint="One on each line: the title, then the address."
          kind="lines"
        />
      </div>
    </Card>
  );
}

function CoinForm({ coin, place }: { coin: StaffCoin; place: number }) {
  const navigate = useNavigate();
  const may = useMay();
  const written = useWritten<string>(writtenCoin(coin, place));
  const save = (): void =>
    askAction({
      title: `Change ${coin.code}`,
      text: 'Takes effect at once, for everybody.',
      fields: [reasonField],
      confirm: 'Change',
      run: async ({ reason = '' }) => {
        const outcome = await makeChange({
          send: (confirmation) =>
            call(listingEndpoints.changeCoin, {
              params: { currency: coin.code },
              body: { ...bodyOf(coin, written.values), reason, confirmation },
            }),
          done: `${coin.code} was changed.`,
          onDone: () => void navigate('/trading/coins'),
        });
        if (outcome === undefined || outcome === 'left') return outcome;
        const named = Object.entries(outcome.fields ?? {}).map(([path, sentence]) => {
          const [, at, field] = /^networks\.([0-9]+)\.(.+)$/.exec(path) ?? [];
          return [field === undefined ? path : `${coin.networks[Number(at)]?.network} ${field}`, sentence];
        });
        if (named.length === 0) return outcome;
        written.setRefusal({ fields: Object.fromEntries(named) });
        return undefined;
      },
    });
  return (
    <>
      <CoinFacts code={coin.code} written={written} />
      {coin.networks.map(({ network, decimals, received }) => {
        const of = (field: string): string => written.values[`${network} ${field}`] ?? '';
        return (
          <Card key={network} title={<NetworkName code={network} />}>
            <div className="flex flex-col gap-4">
              <div className={fieldsGrid}>
                {terms.map((term) => (
                  <WrittenField
                    key={term}
                    written={written}
                    name={`${network} ${term}`}
                    label={termNames[term]}
                    hint={term === 'withdrawal_max' ? 'Empty for none.' : `In ${coin.code}.`}
                    isNumber
                  />
                ))}
                <WrittenField
                  written={written}
                  name={`${network} confirmations`}
                  label="Confirmations"
                  hint={`Leave empty to use the network’s.${received ? ' Once money has come in, no fewer than now.' : ''}`}
                  isNumber
                />
                {!received && (
                  <WrittenField
                    written={written}
                    name={`${network} contract`}
                    label="Contract"
                    hint={`Of ${decimals} decimals. It stays once money has come in.`}
                  />
                )}
              </div>
              <TermWarnings
                terms={{
                  ...{ deposit_min: of('deposit_min'), withdrawal_fee: of('withdrawal_fee') },
                  ...{ withdrawal_min: of('withdrawal_min'), withdrawal_max: of('withdrawal_max') },
                }}
              />
            </div>
          </Card>
        );
      })}
      <Refused refusal={written.refusal} />
      <div className="flex flex-wrap gap-2">
        <Button color="black" onClick={() => void navigate('/trading/coins')}>
          Back
        </Button>
        {may('markets.create') && <Button onClick={save}>Change the coin</Button>}
      </div>
    </>
  );
}

export function CoinPage() {
  const { code = '' } = useParams();
  const coins = useQuery(coinsQuery);
  if (coins.isPending) return <Loading />;
  if (coins.data === undefined) return <Failure error={coins.error} onRetry={() => void coins.refetch()} />;
  const { results } = coins.data;
  const place = results.findIndex((each) => each.code === code);
  const coin = results[place];
  return (
    <>
      <PageHead
        title={coin === undefined ? code : `${coin.code} – ${coin.name}`}
        text={
          coin === undefined
            ? 'There is no such coin.'
            : `Counted with ${coin.decimals} decimals in our books, for ever. The rest can change.`
        }
      />
      {coin !== undefined && (
        <>
          <CoinSwitchesCard coin={coin} />
          <CoinTermsCard
            key={`${coin.code} terms`}
            coin={coin}
            drafts={coins.data.term_drafts.filter(({ currency }) => currency === coin.code)}
          />
          <CoinLogoCard coin={coin} />
          <CoinForm coin={coin} place={place} />
        </>
      )}
    </>
  );
}
