import { type VerificationDetails, verificationReviewEndpoints } from '@emporion/contracts/rest';
import { call } from '@emporion/web/api/api.ts';
import { valueOrThrow } from '@emporion/web/api/queries.ts';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { showModal } from '@emporion/web/ui/modal/modal-store.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveFile } from '#kit/download.ts';
import { Failure } from '#kit/failure.tsx';
import { fileWords } from './words.ts';

type Document = VerificationDetails['documents'][number];

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en')} kB`;

/** In its own size, so that small print is read: what does not fit is scrolled to, and widens no dialog. */
function Enlarged({ source, name }: { source: string; name: string }) {
  return (
    <section aria-label={name} className="max-h-[75dvh] w-0 min-w-full overflow-auto">
      <img alt={name} src={source} className="max-w-none" />
    </section>
  );
}

/** Shown when somebody asks for it, for each view is in the audit log. It is kept nowhere. */
export function DocumentView({ verification, document }: { verification: string; document: Document }) {
  const { id, kind, type, bytes } = document;
  const client = useQueryClient();
  const view = useMutation({
    mutationFn: async () =>
      valueOrThrow(
        await call(verificationReviewEndpoints.viewDocument, { params: { id: verification, document: id } }),
      ),
    onSuccess: ({ content }) => {
      // It is among those that were opened, which an approval needs.
      void client.invalidateQueries({ queryKey: ['verification', verification] });
      if (type !== 'application/pdf') return;
      const bytesOf = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
      saveFile(new Blob([bytesOf], { type }), `${kind}.pdf`);
    },
    gcTime: 0,
  });
  const isPdf = type === 'application/pdf';
  const source = `data:${type};base64,${view.data?.content ?? ''}`;
  return (
    <figure className="flex min-w-0 flex-col gap-2 rounded-md bg-raised p-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-semibold">{fileWords[kind]}</span>
        <span className="text-xs text-muted">{`${isPdf ? 'PDF' : type.slice(6).toUpperCase()}, ${kilobytes(bytes)}`}</span>
      </figcaption>
      {view.data !== undefined && !isPdf && (
        <button
          type="button"
          aria-label={`Enlarge: ${fileWords[kind]}`}
          className="cursor-zoom-in"
          onClick={() =>
            showModal(Enlarged, { source, name: fileWords[kind] }, { title: fileWords[kind], size: 'xl' })
          }
        >
          <img
            alt={fileWords[kind]}
            src={source}
            className="max-h-96 w-full rounded-sm bg-surface object-contain"
          />
        </button>
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
