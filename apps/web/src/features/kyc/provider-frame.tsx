import type { Kyc } from '@emporion/contracts/rest';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#api/api.ts';
import { kycEndpoints } from '#api/contract/kyc.ts';
import { valueOrThrow } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { FormMessage } from '#ui/form/form.tsx';
import { ErrorState } from '#ui/state/error-state.tsx';
import { Spinner } from '#ui/state/spinner.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { useTheme } from '#ui/theme/theme.ts';
import { readFrameMessage } from './frame-message.ts';
import { kycQuery } from './kyc-queries.ts';

/** So long a frame may take until it says that it is there. */
const patienceMs = 15_000;

/**
 * The form of the provider. Its script is somebody else's, so it runs in a frame without an origin: what our pages keep is out of its reach. It gets a token that is
 * good for its own uploads, and is heard for three messages.
 */
export function ProviderFrame({ application }: { application: string }) {
  const { t } = useTranslation();
  const session = useQuery({
    queryKey: ['user', 'kyc-session', application],
    queryFn: async ({ signal }) => valueOrThrow(await call(kycEndpoints.session, { signal })),
    // Each visit has a token of its own.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  const { refetch, isFetching } = session;
  if (session.data === undefined || isFetching)
    return session.error !== null && !isFetching ? (
      <ErrorState title={t('kyc.frame.failed')} onRetry={() => void refetch()} />
    ) : (
      <Waiting />
    );
  return <OpenFrame key={session.data.token} {...session.data} onRetry={() => void refetch()} />;
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <p role="status" className="flex min-h-64 items-center justify-center gap-2 text-muted">
      <Spinner />
      {t('kyc.frame.loading')}
    </p>
  );
}

interface OpenFrameProps {
  frame: string;
  token: string;
  onRetry(): void;
}

function OpenFrame({ frame, token, onRetry }: OpenFrameProps) {
  const { t, i18n } = useTranslation();
  const { shown: theme } = useTheme();
  const element = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(0);
  const [isLate, setIsLate] = useState(false);
  const { submit, pending, message } = useSubmit();
  const { language } = i18n;
  const heard = useRef({ submit, open: () => {} });
  heard.current = {
    submit,
    // The frame has no origin that could be named; what it is sent is worth nothing to anybody else.
    open: () =>
      element.current?.contentWindow?.postMessage({ kind: 'kyc_open', token, language, theme }, '*'),
  };

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    const listen = (event: MessageEvent<unknown>) => {
      const said = readFrameMessage(event, element.current?.contentWindow);
      if (said === undefined) return;
      if (said.kind === 'kyc_ready') {
        clearTimeout(timer);
        setIsLate(false);
        heard.current.open();
      }
      if (said.kind === 'kyc_height') setHeight(said.height);
      if (said.kind === 'kyc_submit') void heard.current.submit();
    };
    window.addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', listen);
    };
  }, []);

  if (isLate) return <ErrorState title={t('kyc.frame.failed')} onRetry={onRetry} />;
  return (
    <div className="flex flex-col gap-3" aria-busy={pending || undefined}>
      {height < 100 && <Waiting />}
      <iframe
        ref={element}
        key={`${language} ${theme}`}
        src={frame}
        title={t('kyc.frame.title')}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        className={height < 100 ? 'h-0 w-full' : 'w-full'}
        style={height < 100 ? undefined : { height }}
      />
      <FormMessage message={message} />
      {pending && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          {t('kyc.frame.submitting')}
        </p>
      )}
    </div>
  );
}

/** Hands everything in; what is missing or wrong is said in words. */
function useSubmit() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  async function submit(): Promise<void> {
    if (pending) return;
    setPending(true);
    setMessage(undefined);
    const answer = await call(kycEndpoints.submit, {});
    setPending(false);
    if (answer.ok) client.setQueryData<Kyc>(kycQuery.queryKey, answer.value);
    else setMessage(refusalOf(answer.failure, t).message);
  }
  return { submit, pending, message };
}
