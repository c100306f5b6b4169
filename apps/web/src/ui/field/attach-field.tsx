import { useId, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Spinner } from '#ui/state/spinner.tsx';

/** A file on its way, with its id once it is there, or why it is not taken. */
export interface AttachedFile {
  readonly key: number;
  readonly name: string;
  readonly id?: string;
  readonly problem?: string;
}

export interface AttachWords {
  readonly label: string;
  readonly hint: string;
  readonly tooLarge: string;
  readonly tooMany: string;
  remove(name: string): string;
  uploading(name: string): string;
}

interface AttachOptions {
  readonly max: number;
  readonly bytesMax: number;
  readonly words: Pick<AttachWords, 'tooLarge' | 'tooMany'>;
  /** Gives the id, or the sentence of the refusal. */
  upload(file: File): Promise<{ readonly id: string } | { readonly problem: string }>;
}

export interface Attachments {
  readonly files: readonly AttachedFile[];
  readonly ids: readonly string[];
  /** One is still on its way. */
  readonly isBusy: boolean;
  add(files: Iterable<File>): void;
  remove(key: number): void;
  clear(): void;
}

/** Uploads what is chosen, one after the other: each is there before the message is sent. */
export function useAttachments({ max, bytesMax, words, upload }: AttachOptions): Attachments {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const nextKey = useRef(1);
  const line = useRef(Promise.resolve());
  const settle = (key: number, outcome: Partial<AttachedFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...outcome } : file)));

  function add(chosen: Iterable<File>): void {
    let room = max - files.filter(({ problem }) => problem === undefined).length;
    for (const file of chosen) {
      const key = nextKey.current++;
      room -= 1;
      const problem = room < 0 ? words.tooMany : file.size > bytesMax ? words.tooLarge : undefined;
      setFiles((before) => [...before, { key, name: file.name, ...(problem !== undefined && { problem }) }]);
      if (problem !== undefined) continue;
      line.current = line.current.then(async () => settle(key, await upload(file)));
    }
  }
  return {
    files,
    ids: files.flatMap(({ id }) => id ?? []),
    isBusy: files.some(({ id, problem }) => id === undefined && problem === undefined),
    add,
    remove: (key) => setFiles((before) => before.filter((file) => file.key !== key)),
    clear: () => setFiles([]),
  };
}

const accepted = 'image/png,image/jpeg,image/webp,image/gif,application/pdf,text/plain,.txt,.log';

/** Chooses files and shows what became of each. */
export function AttachField({ attached, words }: { attached: Attachments; words: AttachWords }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const hintId = useId();
  return (
    <div className="flex flex-col gap-2">
      <input
        ref={inputRef}
        type="file"
        multiple
        accept={accepted}
        className="sr-only"
        tabIndex={-1}
        aria-label={words.label}
        onChange={({ currentTarget }) => {
          attached.add(currentTarget.files ?? []);
          currentTarget.value = '';
        }}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          color="black"
          size="small"
          aria-describedby={hintId}
          onClick={() => inputRef.current?.click()}
        >
          <Icon name="upload" size={14} />
          {words.label}
        </Button>
        <span id={hintId} className="text-muted">
          {words.hint}
        </span>
      </div>
      <ul aria-live="polite" className="flex flex-col gap-1 empty:hidden">
        {attached.files.map(({ key, name, id, problem }) => (
          <li key={key} className="flex min-h-8 items-center gap-2 rounded-md bg-raised px-2 py-1">
            {id === undefined && problem === undefined ? (
              <Spinner size={14} label={words.uploading(name)} />
            ) : (
              <Icon
                name={problem === undefined ? 'circle-check' : 'circle-alert'}
                size={14}
                className={problem === undefined ? 'flex-none text-buy' : 'flex-none text-sell'}
              />
            )}
            <span className="min-w-0 flex-1">
              <span className="block truncate" title={name}>
                {name}
              </span>
              {problem !== undefined && <span className="block text-pretty text-sell">{problem}</span>}
            </span>
            <IconButton icon="x" label={words.remove(name)} onClick={() => attached.remove(key)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
