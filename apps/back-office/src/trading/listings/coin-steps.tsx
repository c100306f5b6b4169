import type { ChainAnswer } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '#kit/facts.tsx';
import { SignerLines } from '#kit/signer-lines.tsx';
import { fieldsGrid, type Written, WrittenField } from '#kit/written.tsx';
import {
  bodyOf,
  codeOfNetwork,
  type Field,
  isCurrency,
  networkFields,
  newNetwork,
  terms,
  type Values,
} from './coin-form.ts';
import { TermWarnings, termNames } from './coin-terms.tsx';
import { coinsQuery } from './coins-query.ts';
import { NetworkFields } from './network-fields.tsx';
import { emptyNetwork, presets } from './network-form.ts';
import { NodeAnswer } from './node-answer.tsx';

export function CoinStep({ written }: { written: Written<Field> }) {
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

interface NetworkStepProps {
  written: Written<Field>;
  before: readonly Values[];
  answer: ChainAnswer | undefined;
  isAsking: boolean;
  ask(): void;
}

export function NetworkStep(props: NetworkStepProps) {
  const { written, before, answer, isAsking, ask } = props;
  const networks = useQuery(coinsQuery).data?.networks ?? [];
  const taken = new Set(before.map(codeOfNetwork));
  const hasNew = before.some(({ network }) => network === newNetwork);
  const options = [
    ...networks.filter(({ code }) => !taken.has(code)).map(({ code, name }) => [code, name] as const),
    // A coin can pay for one new network; the next one comes with a coin of its own.
    ...(hasNew ? [] : [[newNetwork, 'A new network …'] as const]),
  ];
  const isDemo = networks.some(({ family }) => family === 'development');
  const choose = (preset: string): void => {
    const chosen = isDemo
      ? { family: 'development', address_format: 'evm', network_confirmations: '2', tx_explorer: 'https://' }
      : presets[preset];
    for (const name of networkFields)
      written.write(name, chosen?.[name as keyof typeof chosen] ?? emptyNetwork[name]);
    written.write('preset', preset);
  };
  // The field tells what was chosen by the name of the preset, which fills in all the others.
  const choosing = {
    ...written,
    write: (name: Field, value: string) => (name === 'preset' ? choose(value) : written.write(name, value)),
  };
  const isNew = written.values.network === newNetwork;
  return (
    <div className="flex flex-col gap-4">
      <div className={fieldsGrid}>
        <WrittenField written={written} name="network" label="Network" options={options} />
        {isNew && (
          <WrittenField
            written={choosing}
            name="preset"
            label="Which network"
            hint="Fills in the usual values. You can change all of them."
            options={
              isDemo
                ? [['development', 'A chain of this demo']]
                : Object.entries(presets).map(([name, { title }]) => [name, title] as const)
            }
          />
        )}
      </div>
      {isNew && written.values.family !== '' && (
        <>
          <p className="text-muted">The coin becomes the one that pays for this network’s transactions.</p>
          <NetworkFields written={written} />
          {written.values.family !== 'development' && (
            <div>
              <Button size="small" variant="flat" loading={isAsking} onClick={ask}>
                Ask the node
              </Button>{' '}
              <span className="text-muted">It takes a fresh code. Listing asks it in any case.</span>
            </div>
          )}
        </>
      )}
      {answer !== undefined && (answer.height !== null || answer.problem !== null) && (
        <NodeAnswer answer={answer} />
      )}
    </div>
  );
}

export function ChainStep({ written, isCounted }: { written: Written<Field>; isCounted: boolean }) {
  const isOwn = written.values.network === newNetwork;
  return (
    <>
      <p className="pb-4 text-muted">
        {isCounted
          ? 'How finely the chain counts the coin is read from it.'
          : 'The chain cannot be asked how finely it counts the coin: look it up, a wrong number moves every amount.'}
      </p>
      <div className={fieldsGrid}>
        {!isOwn && (
          <WrittenField
            written={written}
            name="contract"
            label="Contract"
            hint="The token’s address. Empty for the network’s own coin."
          />
        )}
        {!isCounted && (
          <WrittenField written={written} name="chain_decimals" label="Decimals on the network" isNumber />
        )}
        <WrittenField
          written={written}
          name="confirmations"
          label="Confirmations"
          hint="Leave empty to use the network’s."
          isNumber
        />
      </div>
    </>
  );
}

export function TermsStep({ written }: { written: Written<Field> }) {
  return (
    <div className="flex flex-col gap-4">
      <div className={fieldsGrid}>
        {terms.map((name) => (
          <WrittenField
            key={name}
            written={written}
            name={name}
            label={termNames[name]}
            hint={name === 'withdrawal_max' ? 'Empty for none.' : `In ${written.values.code.toUpperCase()}.`}
            isNumber
          />
        ))}
      </div>
      {written.has('withdrawal_fee', 'withdrawal_min', 'deposit_min') && (
        <TermWarnings terms={written.values} />
      )}
    </div>
  );
}

export function ReviewStep({
  values,
  before,
  answers,
  onMore,
}: {
  values: Values;
  before: readonly Values[];
  answers: readonly ChainAnswer[];
  onMore(): void;
}) {
  const said = (network: string) => answers.find((each) => each.network === network);
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
              [
                'Decimals on the network',
                here.decimals ??
                  (said(here.network)?.decimals == null
                    ? 'As the chain says'
                    : `${said(here.network)?.decimals}, as the chain says`),
              ],
              ['Confirmations', here.confirmations ?? 'Those of the network'],
              ['Smallest deposit', here.deposit_min],
              ['Fee of a withdrawal', here.withdrawal_fee],
              ['Smallest withdrawal', here.withdrawal_min],
              ['Largest withdrawal', here.withdrawal_max ?? 'None'],
            ]}
          />
          <SignerState answer={said(here.network)} />
          <TermWarnings terms={{ ...here, withdrawal_max: here.withdrawal_max ?? '' }} />
          {said(here.network)?.problem && <p className="text-warn">Its node could not be asked.</p>}
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

function SignerState({ answer }: { answer: ChainAnswer | undefined }) {
  if (answer?.signer === 'lacks')
    return <SignerLines network={answer.network} lines={answer.signer_lines ?? ''} />;
  return answer?.signer === 'unknown' ? (
    <p className="pt-2 text-muted">
      The signer has not told its coins. Make sure that signer.json has this one.
    </p>
  ) : null;
}
