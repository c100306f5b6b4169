import { inWords } from '#kit/badge.tsx';
import { Time } from '#kit/time.tsx';

/** When something came to each of its states, the first one first. */
export function Timeline({ stages }: { stages: readonly { stage: string; time: string }[] }) {
  return (
    <ol className="flex flex-col gap-1">
      {stages.map(({ stage, time }) => (
        <li key={`${stage} ${time}`} className="flex flex-wrap items-baseline gap-x-3">
          <Time at={time} />
          <span>{inWords(stage)}</span>
        </li>
      ))}
    </ol>
  );
}
