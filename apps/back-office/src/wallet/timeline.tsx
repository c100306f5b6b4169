import { Time } from '#kit/time.tsx';
import { stageWord } from './words.ts';

/** When something came to each of its states, the first one first. */
export function Timeline({
  stages,
  network,
}: {
  stages: readonly { stage: string; time: string }[];
  network: string;
}) {
  return (
    <ol className="flex flex-col gap-1">
      {stages.map(({ stage, time }) => (
        <li key={`${stage} ${time}`} className="flex flex-wrap items-baseline gap-x-3">
          <Time at={time} />
          <span>{stageWord({ stage, network })}</span>
        </li>
      ))}
    </ol>
  );
}
