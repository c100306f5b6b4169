import type { ChainAnswer } from '@emporion/contracts/rest';
import { Checkbox } from '@emporion/web/ui/field/checkbox.tsx';
import { Badge } from '#kit/badge.tsx';
import { Age } from '#kit/time.tsx';

/** What a node said when it was asked. */
export function NodeAnswer({ answer }: { answer: ChainAnswer }) {
  const { network, height, time, problem, decimals } = answer;
  return (
    <p role="status" className="flex flex-wrap items-center gap-2">
      {problem === null ? (
        <Badge tone={height === null ? 'plain' : 'good'}>
          {height === null ? 'No node' : 'Node answers'}
        </Badge>
      ) : (
        <Badge tone="bad">Node cannot be asked</Badge>
      )}
      <span className={problem === null ? '' : 'text-sell'}>
        {problem ?? (
          <>
            {network}
            {height !== null && `: the expected chain, at block ${height}`}
            {time !== null && (
              <>
                , made <Age since={time} /> ago
              </>
            )}
            {decimals !== null && `. It counts the coin with ${decimals} decimals.`}
          </>
        )}
      </span>
    </p>
  );
}

/** To go on against a node that cannot be asked is a decision that somebody makes. */
export function WithoutNode({ value, onChange }: { value: boolean; onChange(value: boolean): void }) {
  return (
    <Checkbox
      label="Go on without an answer of the node. Until it answers, deposits are not seen and nothing is paid out."
      value={value}
      onValueChange={onChange}
    />
  );
}
