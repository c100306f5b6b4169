import {
  attachmentBytesMax,
  attachmentsMax,
  type DeskTicket,
  ticketDeskEndpoints as endpoints,
} from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { uploadFile } from '@emporion/web/api/files.ts';
import { useMessageId } from '@emporion/web/api/message-id.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { refusalOf } from '@emporion/web/api/refusal-of.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { AttachField, type AttachWords, useAttachments } from '@emporion/web/ui/field/attach-field.tsx';
import { SelectList } from '@emporion/web/ui/field/select-list.tsx';
import { Textarea } from '@emporion/web/ui/field/textarea.tsx';
import { SegmentedControl } from '@emporion/web/ui/tabs/segmented-control.tsx';
import { useTranslation } from '@emporion/web/ui/text/use-translation.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from '#app/query-client.ts';
import { type Draft, draftOf, keepDraft } from './drafts.ts';

const megabytes = attachmentBytesMax / 1_048_576;
const words: AttachWords = {
  label: 'Attach files',
  hint: `Up to ${attachmentsMax}, ${megabytes} MB each.`,
  tooLarge: `Larger than ${megabytes} MB`,
  tooMany: `Only ${attachmentsMax} files fit`,
  remove: (name) => `Remove ${name}`,
  uploading: (name) => `Uploading ${name}`,
};

type Mode = Draft['mode'];

/** Saved answers, in the language of whoever asked where there is a text in it. */
function Macros({
  language,
  chosen,
  onChoose,
}: {
  language: DeskTicket['owner']['language'];
  chosen: string | undefined;
  onChoose(id: string, text: string): void;
}) {
  const macros = useQuery({
    queryKey: ['ticket-macros'],
    queryFn: async ({ signal }) => valueOrThrow(await call(endpoints.macros, { signal })).results,
  });
  if (macros.data === undefined || macros.data.length === 0) return null;
  return (
    <SelectList
      label="Saved answer"
      placeholder="Choose…"
      value={chosen}
      options={macros.data.map(({ id, title, texts }) => ({
        value: id,
        html: texts[language] === undefined ? `${title} (English)` : title,
      }))}
      onValueChange={(id) => {
        const texts = macros.data.find((macro) => macro.id === id)?.texts;
        if (texts) onChoose(id, texts[language] ?? texts.en);
      }}
    />
  );
}

function useComposer(ticket: DeskTicket) {
  const { t } = useTranslation();
  const [kept] = useState(() => draftOf(ticket.id));
  const [mode, setMode] = useState<Mode>(kept?.mode ?? 'reply');
  const [text, setText] = useState(kept?.text ?? '');
  useEffect(() => keepDraft(ticket.id, { mode, text }), [ticket.id, mode, text]);
  const [macro, setMacro] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const attached = useAttachments({
    ...{ max: attachmentsMax, bytesMax: attachmentBytesMax, words },
    upload: async (file) => {
      const answer = await uploadFile(endpoints.upload, file);
      return answer.ok ? { id: answer.value.id } : { problem: refusalOf(answer.failure, t).message };
    },
  });
  const message = useMessageId();
  const send = async (resolved: boolean): Promise<void> => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    setProblem(undefined);
    const params = { id: ticket.id };
    const client_id = message.idOf(`${mode} ${text}`);
    const answer =
      mode === 'note'
        ? await call(endpoints.note, { params, body: { text, client_id } })
        : await call(endpoints.reply, {
            params,
            body: { text, resolved, client_id, attachments: [...attached.ids] },
          });
    setSending(false);
    if (!answer.ok) return setProblem(refusalOf(answer.failure, t).message);
    message.sent();
    setText('');
    setMacro(undefined);
    attached.clear();
    await queryClient.invalidateQueries();
  };
  const addMacro = (id: string, more: string): void => {
    setMacro(id);
    // Chosen again it is there already.
    setText((before) => (before === '' || before.includes(more) ? before || more : `${before}\n\n${more}`));
  };
  return { mode, setMode, text, setText, macro, addMacro, problem, isSending, attached, send };
}

/** An answer to the owner of a ticket, or a note among staff: one looks unlike the other, for a note that is sent by mistake cannot be taken back. */
export function Composer({ ticket }: { ticket: DeskTicket }) {
  const { mode, setMode, text, setText, macro, addMacro, problem, isSending, attached, send } =
    useComposer(ticket);
  const isNote = mode === 'note';
  const isEmpty = text.trim() === '' || attached.isBusy;
  return (
    <div className={`flex flex-col gap-3 rounded-md p-3 ${isNote ? 'bg-raised' : ''}`}>
      <SegmentedControl<Mode>
        label="What to write"
        value={mode}
        onValueChange={setMode}
        segments={[
          { value: 'reply', label: 'Answer' },
          { value: 'note', label: 'Internal note' },
        ]}
      />
      {!isNote && <Macros language={ticket.owner.language} chosen={macro} onChoose={addMacro} />}
      <Textarea
        label={isNote ? 'Note for other staff' : 'Answer'}
        hint={isNote ? 'Only staff see it.' : 'The user sees it at once and gets an email.'}
        rows={5}
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!isNote && <AttachField attached={attached} words={words} />}
      <div className="flex flex-wrap gap-2">
        <Button loading={isSending} disabled={isEmpty} onClick={() => void send(false)}>
          {isNote ? 'Add note' : 'Send answer'}
        </Button>
        {!isNote && (
          <Button color="black" loading={isSending} disabled={isEmpty} onClick={() => void send(true)}>
            Send and resolve
          </Button>
        )}
      </div>
    </div>
  );
}
