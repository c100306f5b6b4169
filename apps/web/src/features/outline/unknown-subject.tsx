import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import type { OutlineLink } from './outlines.ts';

interface UnknownSubjectProps {
  title: string;
  text: string;
  /** Where to go instead. */
  links: readonly [OutlineLink, ...OutlineLink[]];
}

/** Stands where a page would speak of a market or a coin that does not exist here. */
export function UnknownSubject({ title, text, links: [first, ...others] }: UnknownSubjectProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <Icon name="search" size={32} className="text-muted" />
      <div>
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="mt-1 max-w-xl text-base text-pretty text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <LinkButton to={first.to}>{t(first.text)}</LinkButton>
        {others.map(({ to, text: key }) => (
          <LinkButton key={to} to={to} variant="flat">
            {t(key)}
          </LinkButton>
        ))}
      </div>
    </div>
  );
}
