import { useEffect, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Whole seconds until a moment, counted by the clock: a tab that slept does not fall behind. */
function useSecondsLeft(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((untilMs - now) / 1_000));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return left;
}

/** What the server said about a code that it sent, and when it said so. */
export interface SentCode {
  readonly target: string;
  /** Seconds. */
  readonly resend_after: number;
  /** Seconds. */
  readonly expires_in: number;
  /** The moment of the answer, in milliseconds. */
  readonly at: number;
}

export interface ResendCodeProps {
  sent: SentCode;
  onResend(): void;
  sending?: boolean | undefined;
}

/** Where the code went, whether it still counts, and when another one can be asked for. */
export function ResendCode({ sent, onResend, sending = false }: ResendCodeProps) {
  const { t } = useTranslation();
  const expired = useSecondsLeft(sent.at + sent.expires_in * 1_000) === 0;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p role="status" className={expired ? 'text-warn' : 'text-muted'}>
        {expired ? t('errors.two_factor_expired') : t('common.code.sent', { target: sent.target })}
      </p>
      <ResendButton untilMs={sent.at + sent.resend_after * 1_000} onResend={onResend} sending={sending} />
    </div>
  );
}

interface ResendButtonProps {
  untilMs: number;
  onResend(): void;
  sending?: boolean | undefined;
}

/** Counts down until it can be pressed. The count is not said aloud: a voice every second would drown everything. */
export function ResendButton({ untilMs, onResend, sending = false }: ResendButtonProps) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(untilMs);
  return (
    <Button
      variant="flat"
      size="small"
      className="-mx-3"
      disabled={seconds > 0}
      loading={sending}
      onClick={onResend}
    >
      <span className="num">
        {seconds > 0 ? t('common.code.resendIn', { seconds }) : t('common.code.resend')}
      </span>
    </Button>
  );
}
