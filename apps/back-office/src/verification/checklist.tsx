import type { VerificationDetails } from '@emporion/contracts/rest';
import { addressProofDaysMax, type OfficerCheck } from '@emporion/contracts/verification';
import { Checkbox } from '@emporion/web/ui/field/checkbox.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { Badge } from '#kit/badge.tsx';
import { checkWords } from './words.ts';

const dayMs = 86_400_000;

/** How old the proof of address was when it was handed in; it goes on ageing while it waits for us. */
export function ProofDate({ address_issued: issued, submitted }: VerificationDetails) {
  if (issued === null) return 'The provider did not say';
  const until = submitted === null ? Date.now() : Date.parse(submitted);
  const days = Math.floor((until - Date.parse(`${issued}T00:00:00Z`)) / dayMs);
  const isBad = days < 0 || days > addressProofDaysMax;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="num">{issued}</span>
      <Badge tone={isBad ? 'bad' : 'plain'}>
        {days < 0 ? 'In the future' : `${days} ${days === 1 ? 'day' : 'days'} old when submitted`}
      </Badge>
    </span>
  );
}

interface ChecklistProps {
  verification: VerificationDetails;
  /** Ticked so far; undefined: whoever looks does not decide. */
  ticked: readonly OfficerCheck[] | undefined;
  change(ticked: OfficerCheck[]): void;
}

/** What an officer ticks while they look at the documents; once it is decided, what was ticked. */
export function Checklist({ verification: { checklist, checks, decided }, ticked, change }: ChecklistProps) {
  if (ticked !== undefined)
    return (
      <div className="flex flex-col gap-2">
        <p className="text-muted">
          Tick what you have checked and found correct. It is kept with your decision.
        </p>
        {checklist.map((check) => (
          <Checkbox
            key={check}
            label={checkWords[check]}
            value={ticked.includes(check)}
            trueValue
            falseValue={false}
            onValueChange={(isOn) =>
              change(isOn ? [...ticked, check] : ticked.filter((other) => other !== check))
            }
          />
        ))}
      </div>
    );
  if (decided === null)
    return (
      <p className="text-muted">Whoever claims the verification ticks off here what they have checked.</p>
    );
  return (
    <ul className="flex flex-col gap-1">
      {checklist.map((check) => {
        const isTicked = checks.includes(check);
        return (
          <li key={check} className="flex items-start gap-2">
            <Icon
              name={isTicked ? 'check' : 'x'}
              size={16}
              className={isTicked ? 'mt-0.5 flex-none text-up' : 'mt-0.5 flex-none text-muted'}
            />
            <span>{checkWords[check]}</span>
            <span className="sr-only">{isTicked ? 'Ticked' : 'Not ticked'}</span>
          </li>
        );
      })}
    </ul>
  );
}
