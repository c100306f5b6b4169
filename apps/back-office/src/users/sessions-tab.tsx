import { type UserSession, userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { Age, Time } from '#kit/time.tsx';

function Row({ session }: { session: z.infer<typeof UserSession> }) {
  const { device, address, place, created, last_used } = session;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
      <span>
        <b className="font-semibold">{device ?? 'A device'}</b>{' '}
        <span className="text-muted">{[address, place].filter(Boolean).join(', ')}</span>
      </span>
      <span className="text-muted">
        Since <Time at={created} />, used <Age since={last_used} /> ago
      </span>
    </li>
  );
}

export function SessionsTab({ id }: { id: string }) {
  const answer = useQuery({
    queryKey: ['user-sessions', id],
    queryFn: async ({ signal }) =>
      valueOrThrow(await call(userAdminEndpoints.sessions, { params: { id }, signal })).sessions,
  });
  if (answer.isPending) return <Loading />;
  if (answer.data === undefined)
    return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data.length === 0) return <EmptyState text="Not logged in anywhere." />;
  return (
    <Card>
      <ul className="divide-y divide-border">
        {answer.data.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}
