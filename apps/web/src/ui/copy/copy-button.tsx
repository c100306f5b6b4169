import { useEffect, useState } from 'react';
import { ignoreHeldPress } from '#ui/button/held-key.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { copyText } from './copy-text.ts';

export interface CopyButtonProps {
  text: string;
  /** What is copied, for assistive technology: "Copy the address". */
  label?: string | undefined;
  /** Told once it is on the clipboard. */
  onCopied?: (() => void) | undefined;
  className?: string | undefined;
}

const tickShownMs = 2_000;

// The picture is a mask, so that it takes the colour of the text around it in both themes.
const copyMask = { mask: 'url("/public/img/copy.svg") center / contain no-repeat' };

/** Copies a text and says whether it worked. */
export function CopyButton({ text, label, onCopied, className }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), tickShownMs);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    const done = await copyText(text);
    setCopied(done);
    if (done) {
      showToast({ title: t('common.successCopy') });
      onCopied?.();
    } else showToast({ type: 'error', title: t('common.errorCopy') });
  };
  const name = label ?? t('common.copy');
  return (
    <button
      type="button"
      className={classNames('icon-button', className)}
      aria-label={name}
      title={name}
      onClick={copy}
      onKeyDown={ignoreHeldPress}
    >
      {copied ? (
        <Icon name="check" size={16} className="text-buy" />
      ) : (
        <span className="size-4 bg-current" style={copyMask} aria-hidden="true" />
      )}
    </button>
  );
}
