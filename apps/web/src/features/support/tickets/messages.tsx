import type { Attachment } from '@emporion/contracts/rest';
import { useState } from 'react';
import { attachmentsKeptDays, ticketEndpoints } from '#api/contract/support.ts';
import { fetchFile } from '#api/files.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { momentOf } from './words.ts';

interface Message {
  readonly id: string;
  readonly author: 'user' | 'staff';
  readonly text: string;
  readonly time: string;
  readonly attachments?: readonly Attachment[];
  /** How many there are, where they are not shown. */
  readonly files?: number;
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by the time this runs.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

function FileButton({ file }: { file: Attachment }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const fetchIt = async () => {
    if (busy) return;
    setBusy(true);
    const answer = await fetchFile(ticketEndpoints.attachment, file.id);
    setBusy(false);
    if (answer.ok) save(answer.value, file.name);
    else showToast({ type: 'error', title: refusalOf(answer.failure, t).message });
  };
  if (file.removed)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        <Icon name="file-text" size={14} className="flex-none" />
        <span className="truncate">{file.name}</span>
        <span>{t('tickets.fileRemoved', { days: attachmentsKeptDays })}</span>
      </p>
    );
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-md bg-page px-2 text-accent hover:underline"
      onClick={() => void fetchIt()}
    >
      <Icon name="download" size={14} className="flex-none" />
      <span className="truncate">{file.name}</span>
      <span className="flex-none text-muted">
        {t('tickets.kilobytes', { count: Math.ceil(file.bytes / 1_024) })}
      </span>
    </button>
  );
}

/** What was said, the oldest first; what comes while somebody reads is told to a screen reader too. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  const { t, i18n } = useTranslation();
  return (
    <div role="log" aria-label={t('tickets.conversation')}>
      <ol className="flex flex-col gap-3">
        {messages.map(({ id, author, text, time, attachments = [], files = 0 }) => (
          <li
            key={id}
            className={classNames(
              'flex max-w-[min(100%,44rem)] flex-col gap-2 rounded-md px-4 py-3',
              author === 'user' ? 'self-end bg-raised' : 'self-start bg-surface',
            )}
          >
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{t(`tickets.author.${author}`)}</span>
              <time dateTime={time} className="text-muted">
                {momentOf(time, i18n.language)}
              </time>
            </p>
            <p className="break-words whitespace-pre-wrap">{text}</p>
            {files > 0 && (
              <p className="flex items-center gap-2 text-muted">
                <Icon name="file-text" size={14} className="flex-none" />
                {t('tickets.files', { count: files })}
              </p>
            )}
            {attachments.length > 0 && (
              <ul className="flex flex-wrap gap-2">
                {attachments.map((file) => (
                  <li key={file.id} className="max-w-full">
                    <FileButton file={file} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
