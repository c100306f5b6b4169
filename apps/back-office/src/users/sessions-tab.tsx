import { type UserCard, type UserSession, userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { useMay } from '#app/me.ts';
import { Failure } from '#kit/failure.tsx';
import { Loading } from '#kit/loading.tsx';
import { Age, Time } from '#kit/time.tsx';
import { askEndSession } from './user-actions.ts';

function Row({ session, card }: { session: z.infer<typeof UserSession>; card: UserCard }) {
  const may = useMay();
  const { device, address, place, created, last_used } = session;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
      <span>
        <b className="font-semibold">{device ?? 'A device'}</b>{' '}
        <span className="text-muted">{[address, place].filter(Boolean).join(', ')}</span>
      </span>
      <span className="inline-flex flex-wrap items-baseline gap-x-3 text-muted">
        <span>
          Since <Time at={created} />, used <Age since={last_used} /> ago
        </span>
        {may('users.block') && (
          <Button size="small" variant="flat" color="red" onClick={() => askEndSession(card, session)}>
            End this session
          </Button>
        )}
      </span>
    </li>
  );
}

export function SessionsTab({ card }: { card: UserCard }) {
  const { id } = card;
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
          <Row key={session.id} session={session} card={card} />
        ))}
      </ul>
    </Card>
  );
}
