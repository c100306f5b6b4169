import { Logo } from '#ui/brand/logo.tsx';
import { Button } from '#ui/button/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useTranslation } from '#ui/text/use-translation.ts';

const alone = 'print-alone';

/** Prints the part of the page that it stands in, `print-alone` or `print-part`, and nothing else. */
function printAround(button: HTMLElement): void {
  const part = button.closest(`.${alone}, .print-part`);
  const others = [...document.querySelectorAll(`.${alone}`)];
  for (const other of others) other.classList.remove(alone);
  part?.classList.add(alone);
  window.print();
  part?.classList.remove(alone);
  for (const other of others) other.classList.add(alone);
}

export function PrintButton({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="flat"
      className={classNames('print:hidden', className)}
      onClick={({ currentTarget }) => printAround(currentTarget)}
    >
      {t('common.print')}
    </Button>
  );
}

/** Whose paper it is: on the paper alone. */
export function PrintedBy() {
  return (
    <p className="hidden print:block" aria-hidden="true">
      <Logo />
    </p>
  );
}
