import { fiatCurrencies, listingEndpoints, type StaffNetwork } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Textarea } from '@emporion/web/ui/field/textarea.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { Facts } from '#kit/facts.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { Steps } from '#kit/steps.tsx';
import { fieldsGrid, useWritten, type Written, WrittenField } from '#kit/written.tsx';
import { coinsQuery } from './coins-query.ts';

/** Stands for a network that is not known yet. */
const newNetwork = 'new';

const initial = {
  code: '',
  name: '',
  decimals: '8',
  site: '',
  network: '',
  network_code: '',
  network_name: '',
  family: 'evm',
  address_format: 'evm',
  tx_explorer: 'https://',
  network_confirmations: '12',
  parameters: '{}',
  contract: '',
  chain_decimals: '18',
  confirmations: '',
  deposit_min: '0',
  withdrawal_fee: '0',
  withdrawal_min: '0',
  withdrawal_max: '',
};
type Field = keyof typeof initial;
type Values = Readonly<Record<Field, string>>;

function parametersOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const codeOfNetwork = (values: Values): string =>
  values.network === newNetwork ? values.network_code.trim() : values.network;

function placeOf(values: Values) {
  return {
    network: codeOfNetwork(values),
    contract: values.network === newNetwork ? null : orNull(values.contract),
    decimals: Number(values.chain_decimals),
    confirmations: orNull(values.confirmations) === null ? null : Number(values.confirmations),
    deposit_min: values.deposit_min,
    withdrawal_fee: values.withdrawal_fee,
    withdrawal_min: values.withdrawal_min,
    withdrawal_max: orNull(values.withdrawal_max),
  };
}

function networkOf(values: Values) {
  return {
    code: values.network_code.trim(),
    name: values.network_name.trim(),
    family: values.family as StaffNetwork['family'],
    address_format: values.address_format as StaffNetwork['address_format'],
    tx_explorer: values.tx_explorer.trim(),
    confirmations: Number(values.network_confirmations),
    parameters: parametersOf(values.parameters) ?? {},
  };
}

/** A currency moves through banks: it has no network, and its terms are those of its bank. */
const isCurrency = ({ code }: Values): boolean =>
  fiatCurrencies.some((currency) => currency === code.trim().toUpperCase());

/** The coin as it was written last, on all networks that were written. */
function bodyOf(values: Values, before: readonly Values[]) {
  if (isCurrency(values))
    return {
      code: values.code.trim().toUpperCase(),
      name: values.name.trim(),
      ...{ decimals: 2, site: orNull(values.site), networks: [], new_network: null },
    };
  const all = [...before, values];
  const added = all.find(({ network }) => network === newNetwork);
  return {
    code: values.code.trim().toUpperCase(),
    name: values.name.trim(),
    decimals: Number(values.decimals),
    site: orNull(values.site),
    networks: all.map(placeOf),
    new_network: added === undefined ? null : networkOf(added),
  };
}

function CoinStep({ written }: { written: Written<Field> }) {
  return (
    <div className={fieldsGrid}>
      <WrittenField
        written={written}
        name="code"
        label="Code"
        hint="Two to ten letters and digits, such as BTC."
      />
      <WrittenField written={written} name="name" label="Name" />
      {!isCurrency(written.values) && (
        <WrittenField
          written={written}
          name="decimals"
          label="Decimals in our books"
          hint="This cannot change later."
          isNumber
        />
      )}
      <WrittenField written={written} name="site" label="Website" hint="Can stay empty." />
    </div>
  );
}

const families = [
  ['evm', 'Ethereum and the like'],
  ['bitcoin', 'Bitcoin, Litecoin'],
  ['tron', 'Tron'],
] as const;
const formats = [
  ['evm', 'Ethereum'],
  ['bitcoin', 'Bitcoin'],
  ['litecoin', 'Litecoin'],
  ['tron', 'Tron'],
] as const;

interface OnNetworkProps {
  written: Written<Field>;
  before: readonly Values[];
}

function NetworkStep({ written, before }: OnNetworkProps) {
  const networks = useQuery(coinsQuery).data?.networks ?? [];
  const taken = new Set(before.map(codeOfNetwork));
  const hasNew = before.some(({ network }) => network === newNetwork);
  const options = [
    ...networks.filter(({ code }) => !taken.has(code)).map(({ code, name }) => [code, name] as const),
    // A coin can pay for one new network; the next one comes with a coin of its own.
    ...(hasNew ? [] : [[newNetwork, 'A new network …'] as const]),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className={fieldsGrid}>
        <WrittenField written={written} name="network" label="Network" options={options} />
      </div>
      {written.values.network === newNetwork && (
        <>
          <p className="text-muted">The coin becomes the one that pays for this network’s transactions.</p>
          <div className={fieldsGrid}>
            <WrittenField
              written={written}
              name="network_code"
              label="Code"
              hint="Small letters and hyphens, such as litecoin."
            />
            <WrittenField written={written} name="network_name" label="Name" />
            <WrittenField written={written} name="family" label="Adapter" options={families} />
            <WrittenField written={written} name="address_format" label="Addresses" options={formats} />
            <WrittenField
              written={written}
              name="tx_explorer"
              label="Explorer"
              hint="A transaction’s hash is appended."
            />
            <WrittenField written={written} name="network_confirmations" label="Confirmations" isNumber />
          </div>
          <Textarea
            label="What the adapter needs"
            hint="As JSON: the address of the node and the limits of fees, see docs/wallet.md. It is never shown again."
            rows={6}
            value={written.values.parameters}
            error={
              parametersOf(written.values.parameters) === undefined ? 'This is no JSON object.' : undefined
            }
            onChange={(event) => written.write('parameters', event.currentTarget.value)}
          />
        </>
      )}
    </div>
  );
}

function ChainStep({ written }: { written: Written<Field> }) {
  return (
    <>
      <p className="pb-4 text-muted">
        Where a node is connected it is asked for the token’s decimals, and the coin is refused when they
        differ.
      </p>
      <div className={fieldsGrid}>
        {written.values.network !== newNetwork && (
          <WrittenField
            written={written}
            name="contract"
            label="Contract"
            hint="Empty for the network’s own coin."
          />
        )}
        <WrittenField written={written} name="chain_decimals" label="Decimals on the network" isNumber />
        <WrittenField
          written={written}
          name="confirmations"
          label="Confirmations"
          hint="Empty: those of the network."
          isNumber
        />
      </div>
    </>
  );
}

function TermsStep({ written }: { written: Written<Field> }) {
  return (
    <div className={fieldsGrid}>
      <WrittenField written={written} name="deposit_min" label="Smallest deposit" isNumber />
      <WrittenField written={written} name="withdrawal_fee" label="Fee of a withdrawal" isNumber />
      <WrittenField written={written} name="withdrawal_min" label="Smallest withdrawal" isNumber />
      <WrittenField
        written={written}
        name="withdrawal_max"
        label="Largest withdrawal"
        hint="Empty for none."
        isNumber
      />
    </div>
  );
}

function ReviewStep({
  values,
  before,
  onMore,
}: {
  values: Values;
  before: readonly Values[];
  onMore(): void;
}) {
  const { code, name, decimals, networks } = bodyOf(values, before);
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Coin', `${code} – ${name}`],
          ['Decimals in our books', decimals],
        ]}
      />
      {networks.map((here) => (
        <section key={here.network} aria-label={here.network} className="border-t hairline pt-3">
          <h3 className="pb-2 font-semibold">{here.network}</h3>
          <Facts
            facts={[
              ['Contract', here.contract ?? 'The network’s own coin'],
              ['Decimals on the network', here.decimals],
              ['Confirmations', here.confirmations ?? 'Those of the network'],
              ['Smallest deposit', here.deposit_min],
              ['Fee of a withdrawal', here.withdrawal_fee],
              ['Smallest withdrawal', here.withdrawal_min],
              ['Largest withdrawal', here.withdrawal_max ?? 'None'],
            ]}
          />
        </section>
      ))}
      {!isCurrency(values) && (
        <div>
          <Button size="small" variant="flat" onClick={onMore}>
            Add another network
          </Button>
        </div>
      )}
    </div>
  );
}

/** The wizard; on the page of its own and in the first set-up. */
export function NewCoin({ onDone }: { onDone(): void }) {
  const written = useWritten<Field>(initial);
  const [before, setBefore] = useState<readonly Values[]>([]);
  const [at, setAt] = useState(0);
  const { values, has } = written;
  const isNew = values.network === newNetwork;
  const create = (): void =>
    askAction({
      title: `List ${values.code.toUpperCase()}`,
      text: 'It can be deposited as soon as its networks are watched. It is traded once it has a market.',
      fields: [reasonField],
      confirm: 'List the coin',
      run: ({ reason = '' }) =>
        makeChange({
          send: (confirmation) =>
            call(listingEndpoints.createCoin, { body: { ...bodyOf(values, before), reason, confirmation } }),
          done: 'The coin is listed.',
          onDone,
        }),
    });
  /** Keeps this network, and begins another one with the same terms. */
  const addAnother = (): void => {
    setBefore([...before, values]);
    for (const name of ['network', 'contract', 'confirmations'] as const) written.write(name, '');
    setAt(1);
  };
  return (
    <Steps
      at={at}
      go={setAt}
      finish={{ label: 'List the coin', run: create }}
      steps={[
        { title: 'Coin', content: <CoinStep written={written} />, isDone: has('code', 'name', 'decimals') },
        ...(isCurrency(values)
          ? []
          : [
              {
                title: 'Network',
                content: <NetworkStep written={written} before={before} />,
                isDone: isNew
                  ? has('network_code', 'network_name', 'tx_explorer', 'network_confirmations') &&
                    parametersOf(values.parameters) !== undefined
                  : has('network'),
              },
              {
                title: 'On the network',
                content: <ChainStep written={written} />,
                isDone: has('chain_decimals'),
              },
              {
                title: 'Limits and fees',
                content: <TermsStep written={written} />,
                isDone: has('deposit_min', 'withdrawal_fee', 'withdrawal_min'),
              },
            ]),
        {
          title: 'Check',
          content: <ReviewStep values={values} before={before} onMore={addAnother} />,
          isDone: true,
        },
      ]}
    />
  );
}

export function NewCoinPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="New coin" text="What it is, where it moves, and what it costs to take it out." />
      <NewCoin onDone={() => void navigate('/trading/coins')} />
    </>
  );
}
