import type {
  NotificationKind,
  NotificationMatrix,
  notificationChoiceEndpoints,
} from '@emporion/contracts/rest';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/api.ts';
import { networkFailure } from '#api/failure.ts';
import { notificationChoicesQuery } from '#api/notification-choices.ts';
import { settingsQuery } from '#api/queries.ts';
import type { CallInput } from '#api/request.ts';
import { useFeedback } from '../use-feedback.ts';

export type ChoicesChange = CallInput<typeof notificationChoiceEndpoints.change>['body'];

/** The matrix after a change, which names only some of its cells. */
export function matrixAfter(
  matrix: NotificationMatrix,
  { choices = {}, digest }: ChoicesChange,
): NotificationMatrix {
  const rows = Object.entries(choices).map(([kind, row]) => [
    kind,
    { ...matrix.choices[kind as NotificationKind], ...row },
  ]);
  return {
    ...matrix,
    choices: { ...matrix.choices, ...Object.fromEntries(rows) },
    digest: { ...matrix.digest, ...(digest as Partial<NotificationMatrix['digest']>) },
  };
}

/** Shows a choice at once and sends it; one that could not be kept is taken back with a word. */
export function useChoose(): (change: ChoicesChange) => Promise<void> {
  const client = useQueryClient();
  const words = useFeedback();
  const { queryKey } = notificationChoicesQuery;
  return async (change) => {
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (matrix) => matrix && matrixAfter(matrix, change));
    const answer = await import('#api/contract/notification-choices.ts')
      .then(({ notificationChoiceEndpoints }) => call(notificationChoiceEndpoints.change, { body: change }))
      .catch(() => ({ ok: false, failure: networkFailure }) as const);
    // What the server has counts, also of what was chosen meanwhile elsewhere.
    await client.invalidateQueries({ queryKey });
    if (!answer.ok) return words.complain(answer.failure);
    words.saved();
    void client.invalidateQueries({ queryKey: settingsQuery.queryKey });
  };
}
