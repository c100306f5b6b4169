import { userAdminEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Textarea } from '@emporion/web/ui/field/textarea.tsx';
import { EmptyState } from '@emporion/web/ui/state/empty-state.tsx';
import { Card } from '@emporion/web/ui/surface/card.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { type FormEvent, useState } from 'react';
import { useMay } from '#app/me.ts';
import { queryClient } from '#app/query-client.ts';
import { Time } from '#kit/time.tsx';
import { useList } from '#kit/use-list.ts';

function NewNote({ id }: { id: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '') return;
    setSending(true);
    const answer = await call(userAdminEndpoints.addNote, { params: { id }, body: { text } });
    setSending(false);
    if (!answer.ok) return setProblem(refusalOf(answer.failure, t).message);
    setText('');
    setProblem(undefined);
    await queryClient.invalidateQueries();
  };
  return (
    <form className="flex flex-col items-start gap-2" onSubmit={(event) => void send(event)}>
      <Textarea
        className="w-full"
        label="New note"
        hint="For other staff. It cannot be changed later."
        rows={3}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" loading={isSending} disabled={text.trim() === ''}>
        Add note
      </Button>
    </form>
  );
}

export function NotesTab({ id }: { id: string }) {
  const may = useMay();
  const notes = useList(userAdminEndpoints.notes, { params: { id } });
  return (
    <div className="flex flex-col gap-4">
      {may('users.note') && (
        <Card>
          <NewNote id={id} />
        </Card>
      )}
      {notes.rows.length === 0 && !notes.isPending && <EmptyState text="No notes yet." />}
      {notes.rows.length > 0 && (
        <Card>
          <ul className="divide-y divide-border">
            {notes.rows.map(({ id: note, author, text, time }) => (
              <li key={note} className="flex flex-col gap-1 py-3">
                <span className="text-xs text-muted">
                  {author.username}, <Time at={time} />
                </span>
                <p className="whitespace-pre-wrap break-words">{text ?? 'Erased.'}</p>
              </li>
            ))}
          </ul>
          {notes.hasNextPage && (
            <Button
              variant="flat"
              loading={notes.isFetchingNextPage}
              onClick={() => void notes.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Card>
      )}
    </div>
  );
}
