import { Button } from '@emporion/web/ui/button/button.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import type { ReactNode } from 'react';

export interface Step {
  readonly title: string;
  readonly content: ReactNode;
  /** Whether one may go on. */
  readonly isDone: boolean;
  /** What is missing until then, in a sentence. */
  readonly needs?: string;
  /** Done on the way to the next step; false: stay. */
  readonly leave?: () => Promise<boolean>;
}

interface StepsProps {
  steps: readonly Step[];
  at: number;
  go(step: number): void;
  isPending?: boolean;
  /** What ends the last step. */
  finish: { readonly label: string; readonly run: () => void };
}

/** Something that is made step by step: where one is, the way back, and the way on once a step is done. */
export function Steps({ steps, at, go, isPending = false, finish }: StepsProps) {
  const step = steps[at];
  if (step === undefined) return null;
  const isLast = at === steps.length - 1;
  const next = async (): Promise<void> => {
    if (step.leave === undefined || (await step.leave())) go(at + 1);
  };
  return (
    <>
      <ol className="flex flex-wrap gap-x-4 gap-y-1">
        {steps.map(({ title }, index) => (
          <li key={title} aria-current={index === at ? 'step' : undefined}>
            <button
              type="button"
              disabled={index >= at}
              className={index === at ? 'font-semibold' : 'text-muted'}
              onClick={() => go(index)}
            >
              {`${index + 1}. ${title}`}
            </button>
          </li>
        ))}
      </ol>
      <Card title={step.title}>
        {step.content}
        <div className="flex flex-wrap gap-2 pt-4">
          {at > 0 && (
            <Button color="black" onClick={() => go(at - 1)}>
              Back
            </Button>
          )}
          {isLast ? (
            <Button loading={isPending} disabled={!step.isDone} onClick={finish.run}>
              {finish.label}
            </Button>
          ) : (
            <Button loading={isPending} disabled={!step.isDone} onClick={() => void next()}>
              Next
            </Button>
          )}
          {!step.isDone && step.needs !== undefined && <p className="self-center text-muted">{step.needs}</p>}
        </div>
      </Card>
    </>
  );
}
