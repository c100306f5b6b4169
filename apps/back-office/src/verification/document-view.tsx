import { type VerificationDetails, verificationReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '#kit/download.ts';
import { Failure } from '#kit/failure.tsx';
import { fileWords } from './words.ts';

type Document = VerificationDetails['documents'][number];

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en')} kB`;

/** Shown when somebody asks for it, for each view is in the audit log. It is kept nowhere. */
export function DocumentView({ verification, document }: { verification: string; document: Document }) {
  const { id, kind, type, bytes } = document;
  const view = useMutation({
    mutationFn: async () =>
      valueOrThrow(
        await call(verificationReviewEndpoints.viewDocument, { params: { id: verification, document: id } }),
      ),
    onSuccess: ({ content }) => {
      if (type !== 'application/pdf') return;
      const bytesOf = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
      saveFile(new Blob([bytesOf], { type }), `${kind}.pdf`);
    },
    gcTime: 0,
  });
  const isPdf = type === 'application/pdf';
  return (
    <figure className="flex min-w-0 flex-col gap-2 rounded-md bg-raised p-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-semibold">{fileWords[kind]}</span>
        <span className="text-xs text-muted">{`${isPdf ? 'PDF' : type.slice(6).toUpperCase()}, ${kilobytes(bytes)}`}</span>
      </figcaption>
      {view.data !== undefined && !isPdf && (
        <img
          alt={fileWords[kind]}
          src={`data:${type};base64,${view.data.content}`}
          className="max-h-96 w-full rounded-sm bg-surface object-contain"
        />
      )}
      {view.error !== null && <Failure error={view.error} onRetry={() => view.mutate()} />}
      {(view.data === undefined || isPdf) && view.error === null && (
        <Button
          color="black"
          size="small"
          className="self-start"
          loading={view.isPending}
          onClick={() => view.mutate()}
        >
          {isPdf ? 'Download' : 'Show'}
        </Button>
      )}
    </figure>
  );
}
