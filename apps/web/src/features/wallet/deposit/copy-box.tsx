import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { CopyButton } from '#ui/copy/copy-button.tsx';

interface CopyBoxProps {
  label: string;
  text: string;
  /** What the button does, for assistive technology. */
  copyLabel: string;
  warn?: boolean | undefined;
  onCopied?: (() => void) | undefined;
  /** How the text is shown. */
  children: ReactNode;
}

/** Something that has to be copied exactly, with its button at hand. */
export function CopyBox({ label, text, copyLabel, warn = false, onCopied, children }: CopyBoxProps) {
  return (
    <div
      className={classNames(
        'flex items-center gap-2 rounded-md border py-2 pr-2 pl-3',
        warn ? 'border-2 border-warn' : 'hairline',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className={classNames('text-xs', warn ? 'font-semibold text-warn' : 'text-muted')}>{label}</p>
        <p className="text-base leading-6">{children}</p>
      </div>
      <CopyButton text={text} label={copyLabel} onCopied={onCopied} className="flex-none" />
    </div>
  );
}
