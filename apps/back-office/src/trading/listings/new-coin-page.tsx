import { type ChainAnswer, listingEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { withConfirmation } from '@emporion/web/confirmation/confirm.ts';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { askAction } from '#kit/action/ask-action.tsx';
import { makeChange } from '#kit/action/change.ts';
import { reasonField } from '#kit/action/field.ts';
import { PageHead } from '#kit/page-head.tsx';
import { Steps } from '#kit/steps.tsx';
import { Refused, useWritten, type Written } from '#kit/written.tsx';
import {
  bodyOf,
  codeOfNetwork,
  type Field,
  fieldOf,
  initial,
  isCurrency,
  newNetwork,
  stepFields,
  terms,
  type Values,
} from './coin-form.ts';
import { NewLogo } from './coin-logo-card.tsx';
import { ChainStep, CoinStep, NetworkStep, ReviewStep, TermsStep } from './coin-steps.tsx';
import { usualTerms } from './coin-terms.tsx';
import { WithoutNode } from './node-answer.tsx';

/** Asks the server about what is written so far, and says whether the step that one is on can be left. */
function useLook(written: Written<Field>, before: readonly Values[]) {
  const { t } = useTranslation();
  const [isPending, setPending] = useState(false);
  const [answers, setAnswers] = useState<readonly ChainAnswer[]>([]);
  const [isCounted, setCounted] = useState(true);
  const look = async (step: number, asksNode = false): Promise<boolean> => {
    const { values } = written;
    // What comes in a later step must not stand in the way: an amount that nobody refuses takes its place.
    const filled = { ...values };
    if (step < 3) for (const name of terms) filled[name] = values[name] || '1000000';
    setPending(true);
    const body = bodyOf(filled, before);
    // A node that nobody has listed is asked by whoever proves who they are.
    const result = asksNode
      ? await withConfirmation('back_office', (confirmation) =>
          call(listingEndpoints.previewCoin, { body: { ...body, ask_node: true, confirmation } }),
        )
      : await call(listingEndpoints.previewCoin, { body });
    setPending(false);
    if (!result.ok && result.failure.kind === 'aborted') return false;
    if (result.ok) {
      setAnswers(result.value.networks);
      const here = result.value.networks.find(({ network }) => network === codeOfNetwork(values));
      const isNew = values.network === newNetwork;
      setCounted(isNew || here === undefined || here.decimals !== null);
      written.setRefusal(undefined);
      return true;
    }
    const { message, fields } = refusalOf(result.failure, t);
    const asked = new Set(stepFields.slice(0, step + 1).flat());
    const named = Object.entries(fields).map(
      ([path, sentence]) => [fieldOf(path, before.length), sentence] as const,
    );
    const here = named.filter(([name]) => name !== undefined && asked.has(name));
    if (here.some(([name]) => name === 'chain_decimals')) setCounted(false);
    const homeless = named.filter(([name]) => name === undefined).map(([, sentence]) => sentence);
    const isLater = named.length > 0 && here.length === 0 && homeless.length === 0;
    written.setRefusal(
      isLater
        ? undefined
        : {
            fields: Object.fromEntries(here),
            ...(here.length === 0 && { message: homeless[0] ?? message }),
          },
    );
    return isLater;
  };
  return { look, isPending, answers, isCounted };
}

/** What begins anew with another network. */
const ofNetwork = ['network', 'contract', 'confirmations', 'chain_decimals'] as const;

interface Listing {
  readonly before: readonly Values[];
  readonly withoutNode: boolean;
  readonly logo: string | null;
  onDone(): void;
}

function askListing(values: Values, { before, withoutNode, logo, onDone }: Listing): void {
  askAction({
    title: `List ${values.code.toUpperCase()}`,
    text: 'It can be deposited as soon as its networks are watched and the signer’s file has it. It is traded once it has a market.',
    fields: [reasonField],
    confirm: 'List the coin',
    run: ({ reason = '' }) =>
      makeChange({
        send: (confirmation) =>
          call(listingEndpoints.createCoin, {
            body: { ...bodyOf(values, before), without_node: withoutNode, logo, reason, confirmation },
          }),
        done: 'The coin is listed.',
        onDone,
      }),
  });
}

/** The wizard; on the page of its own and in the first set-up. */
export function NewCoin({ onDone }: { onDone(): void }) {
  const written = useWritten<Field>(initial);
  const [before, setBefore] = useState<readonly Values[]>([]);
  const [at, setAt] = useState(0);
  const [withoutNode, setWithoutNode] = useState(false);
  const [logo, setLogo] = useState<string | null>(null);
  const { look, isPending, answers, isCounted } = useLook(written, before);
  const { values, has } = written;
  const isNew = values.network === newNetwork;
  const leave = (step: number) => async () => {
    const passes = await look(step);
    if (step === 0 && !has('withdrawal_fee')) {
      const usual = usualTerms(values.code.trim().toUpperCase());
      for (const name of terms) written.write(name, usual?.[name] ?? values[name]);
    }
    return passes;
  };
  /** Keeps this network, and begins another one with the same terms. */
  const addAnother = (): void => {
    setBefore([...before, values]);
    for (const name of ofNetwork) written.write(name, '');
    setAt(1);
  };
  const answer = answers.find(({ network }) => network !== '' && network === codeOfNetwork(values));
  return (
    <Steps
      at={at}
      go={setAt}
      isPending={isPending}
      finish={{
        label: 'List the coin',
        run: () => askListing(values, { before, withoutNode, logo, onDone }),
      }}
      steps={[
        {
          title: 'Coin',
          content: (
            <>
              <CoinStep written={written} />
              <NewLogo picture={logo} onPicture={setLogo} />
              <Refused refusal={written.refusal} />
            </>
          ),
          isDone: has('code', 'name', 'decimals'),
          leave: leave(0),
        },
        ...(isCurrency(values)
          ? []
          : [
              {
                title: 'Network',
                content: (
                  <>
                    <NetworkStep
                      written={written}
                      before={before}
                      answer={answer}
                      isAsking={isPending}
                      ask={() => void look(1, true)}
                    />
                    <Refused refusal={written.refusal} />
                  </>
                ),
                isDone: isNew ? values.family !== '' : has('network'),
                leave: leave(1),
              },
              {
                title: 'On the network',
                content: (
                  <>
                    <ChainStep written={written} isCounted={isCounted} />
                    <Refused refusal={written.refusal} />
                  </>
                ),
                isDone: true,
                leave: leave(2),
              },
              {
                title: 'Limits and fees',
                content: (
                  <>
                    <TermsStep written={written} />
                    <Refused refusal={written.refusal} />
                  </>
                ),
                isDone: has('deposit_min', 'withdrawal_fee', 'withdrawal_min'),
                leave: leave(3),
              },
            ]),
        {
          title: 'Check',
          content: (
            <>
              <ReviewStep values={values} before={before} answers={answers} onMore={addAnother} />
              {!isCurrency(values) && <WithoutNode value={withoutNode} onChange={setWithoutNode} />}
            </>
          ),
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
      <PageHead title="New coin" text="What the coin is, its networks, and its withdrawal fees." />
      <NewCoin onDone={() => void navigate('/trading/coins')} />
    </>
  );
}
