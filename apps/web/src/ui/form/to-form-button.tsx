import { Button } from '#ui/button/button.tsx';

const fields = 'input:not([type="hidden"]), select, textarea, [role="combobox"]';

/** Leads from an empty list to the form on the same page that would fill it: there, at its first field, a person goes on. */
export function ToFormButton({ label, form = 'main form' }: { label: string; form?: string }) {
  const go = (): void => {
    const all = [...(document.querySelector(form)?.querySelectorAll<HTMLElement>(fields) ?? [])];
    const first = all.find((field) => !field.matches(':disabled'));
    first?.scrollIntoView({ block: 'center' });
    first?.focus({ preventScroll: true });
  };
  return (
    <Button size="small" color="black" onClick={go}>
      {label}
    </Button>
  );
}
