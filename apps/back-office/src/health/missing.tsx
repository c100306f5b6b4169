import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '#app/me.ts';
import { type HealthPart, healthQuery, partName, partPaths } from './health-query.ts';

function Name({ part }: { part: HealthPart }) {
  const to = partPaths[part.part];
  const name = partName(part);
  return to === undefined ? (
    <b className="font-semibold">{name}</b>
  ) : (
    <Link to={to} className="font-semibold underline">
      {name}
    </Link>
  );
}

/** What the exchange still lacks, each with what to do about it. Nothing when it lacks nothing. */
export function Missing() {
  const may = useMay();
  const health = useQuery(healthQuery).data;
  // Who cannot give anybody a role is not asked to make a second administrator.
  const isMine = ({ part }: HealthPart) => part !== 'administrators' || may('roles.propose');
  const parts = health?.parts.filter((part) => part.state !== 'good' && isMine(part)) ?? [];
  if (parts.length === 0) return null;
  return (
    <section aria-label="What is missing" className="rounded-md bg-surface px-4 py-3">
      <h2 className="pb-1 font-semibold">What is missing</h2>
      <ul className="flex flex-col gap-1">
        {parts.map((part) => (
          <li key={partName(part)} className="flex items-start gap-2">
            <Icon
              name="triangle-alert"
              size={16}
              className={`mt-0.5 flex-none ${part.state === 'bad' ? 'text-sell' : 'text-warn'}`}
            />
            <span className="min-w-0 text-pretty">
              <Name part={part} />: {part.text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
