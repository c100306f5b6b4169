import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { SettingRow } from './setting-row.tsx';

interface EditableRowProps {
  title: string;
  description?: ReactNode;
  value?: ReactNode;
  /** What the button says, where "Change" does not fit. */
  action?: string | undefined;
  /** The form; it closes itself when it is done, or says that it is and leaves what it shows to be read. */
  children: (close: () => void, finish: () => void) => ReactNode;
}

/** The focus goes into the form when it opens, and back to the button when it closes, before anybody sees it elsewhere. */
export function useFocusWith(open: boolean) {
  const formRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useLayoutEffect(() => {
    if (open === wasOpen.current) return;
    wasOpen.current = open;
    if (open) formRef.current?.querySelector('input')?.focus();
    else buttonRef.current?.focus();
  }, [open]);
  return { formRef, buttonRef };
}

/** A setting that opens into a form. */
export function EditableRow({ title, description, value, action, children }: EditableRowProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // There is nothing left to cancel, only something to put away.
  const [finished, setFinished] = useState(false);
  const { formRef, buttonRef } = useFocusWith(open);
  const leave = finished ? t('common.close') : t('common.cancel');
  const name = open ? leave : (action ?? t('settings.change'));
  const end = (
    <Button
      ref={buttonRef}
      size="small"
      variant="flat"
      aria-expanded={open}
      aria-label={`${name}: ${title}`}
      onClick={() => {
        setFinished(false);
        setOpen(!open);
      }}
    >
      {name}
    </Button>
  );
  return (
    <SettingRow title={title} description={description} value={open ? undefined : value} end={end}>
      {open && (
        <div ref={formRef} className="max-w-md pb-2">
          {children(
            () => setOpen(false),
            () => setFinished(true),
          )}
        </div>
      )}
    </SettingRow>
  );
}
