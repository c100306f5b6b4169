import { type FactorMethod, factorMethods } from '@emporion/contracts/rest';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#api/api.ts';
import { confirmationEndpoints } from '#api/contract/confirmation.ts';
import type { ApiFailure } from '#api/failure.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Skeleton } from '#ui/state/skeleton.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { CodeStep } from './code-step.tsx';
import type { ConfirmationDialogProps, ConfirmationWays } from './dialog-props.ts';
import { PasskeyStep } from './passkey-step.tsx';

const preference: readonly FactorMethod[] = ['totp', 'passkey', 'sms', 'email', 'backup'];

/** What is at hand comes first, what has to be sent later, and the codes for emergencies last. */
function orderMethods(methods: readonly FactorMethod[]): FactorMethod[] {
  return factorMethods
    .filter((method) => methods.includes(method))
    .sort((left, right) => preference.indexOf(left) - preference.indexOf(right));
}

function useWays(known: ConfirmationWays | undefined) {
  const [answered, setAnswered] = useState<ConfirmationWays>();
  const [failure, setFailure] = useState<ApiFailure>();
  const read = useCallback(async (): Promise<void> => {
    const answer = await call(confirmationEndpoints.methods);
    if (answer.ok) setAnswered(answer.value);
    setFailure(answer.ok ? undefined : answer.failure);
  }, []);
  const isKnown = known !== undefined;
  useEffect(() => {
    if (!isKnown) void read();
  }, [isKnown, read]);
  return { ways: known ?? answered, failure, read };
}

function OtherMethods({ methods, choose }: { methods: FactorMethod[]; choose(method: FactorMethod): void }) {
  const { t } = useTranslation();
  if (methods.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-1 border-t hairline pt-3">
      <p className="text-muted">{t('confirmation.otherWays')}</p>
      {methods.map((method) => (
        <Button key={method} size="small" variant="flat" className="-ml-3" onClick={() => choose(method)}>
          {t(`confirmation.methods.${method}`)}
        </Button>
      ))}
    </div>
  );
}

/** The dialog opened before it knew what to ask for, so what takes the answer gets the focus once it is here. */
function useFocusOnArrival(arrived: unknown) {
  const contentRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (arrived !== undefined) contentRef.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [arrived]);
  return contentRef;
}

/** Asks for a fresh proof that the account's owner is here, by one of the ways that the account has. */
export function ConfirmationDialog({
  action,
  ways: known,
  attempt,
  sendCode,
  rememberAs,
  what,
}: ConfirmationDialogProps) {
  const { t } = useTranslation();
  const { ways, failure, read } = useWays(known);
  const [chosen, setChosen] = useState<FactorMethod>();
  const offered = orderMethods(ways?.methods ?? []);
  const method = chosen ?? offered[0];
  const contentRef = useFocusOnArrival(method);
  if (ways === undefined) {
    return failure === undefined ? (
      <Skeleton className="h-32 w-full" />
    ) : (
      <ErrorState detail={refusalOf(failure, t).message} onRetry={() => void read()} />
    );
  }
  if (method === undefined) return null;
  return (
    <div ref={contentRef} className="flex flex-col gap-4">
      {what !== undefined && <p className="text-pretty font-semibold">{what}</p>}
      <p className="text-pretty text-muted">{t(`confirmation.actions.${action}`)}</p>
      {method === 'passkey' ? (
        <PasskeyStep action={action} attempt={attempt} />
      ) : (
        <CodeStep
          key={method}
          action={action}
          method={method}
          target={method === 'sms' || method === 'email' ? ways.targets[method] : undefined}
          attempt={attempt}
          sendCode={sendCode}
          rememberAs={rememberAs}
        />
      )}
      <OtherMethods methods={offered.filter((other) => other !== method)} choose={setChosen} />
    </div>
  );
}
