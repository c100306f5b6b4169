import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge, inWords } from '#kit/badge.tsx';
import { Facts } from '#kit/facts.tsx';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { PageHead } from '#kit/page-head.tsx';
import { durationText } from '#kit/time.tsx';
import { type HealthPart, healthQuery, partName, partPaths, stateText, stateTones } from './health-query.ts';

function Part({ part }: { part: HealthPart }) {
  const to = partPaths[part.part];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2">
      <span className="min-w-48">
        {to === undefined ? (
          <b className="font-semibold">{partName(part)}</b>
        ) : (
          <Link to={to} className="font-semibold underline">
            {partName(part)}
          </Link>
        )}
      </span>
      <Badge tone={stateTones[part.state]}>{stateText(part)}</Badge>
      <span className="min-w-0 flex-1 basis-64 text-pretty text-muted">{part.text}</span>
    </li>
  );
}

/** Every part of the exchange in detail, the queue of jobs, and which version runs. */
export function SystemPage() {
  const health = useQuery(healthQuery);
  if (health.isPending) return <Loading />;
  if (health.data === undefined)
    return <Failure error={health.error} onRetry={() => void health.refetch()} />;
  const { parts, followers, jobs, version } = health.data;
  return (
    <>
      <PageHead title="System" text="The parts of the exchange, as they are measured now." />
      <Card title="Parts">
        <ul aria-label="Parts" className="flex flex-col divide-y divide-border/30">
          {parts.map((part) => (
            <Part key={partName(part)} part={part} />
          ))}
        </ul>
      </Card>
      <Card title="Jobs">
        {jobs === null ? (
          <p className="text-muted">The queue cannot be asked.</p>
        ) : (
          <Facts
            facts={[
              ['Due now', jobs.due],
              ['For later', jobs.later],
              ['Running', jobs.running],
              ['Failed for good', jobs.failed],
            ]}
          />
        )}
      </Card>
      <Card title="Behind the journal">
        {followers.length === 0 ? (
          <p className="text-muted">Nothing follows the journal here.</p>
        ) : (
          <Facts
            facts={followers.map(({ name, events, seconds }) => [
              inWords(name),
              events === 0 ? 'Up to date' : `${events} events, ${durationText(seconds)}`,
            ])}
          />
        )}
      </Card>
      <Card title="Version">
        <Facts facts={[['Server', version]]} />
      </Card>
    </>
  );
}
