import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';

interface UnknownSubjectProps {
  title: string;
  text: string;
  /** Where to go instead. */
  to: string;
  /** The key of that link's text. */
  link: string;
}

/** Stands where a page would speak of a market or a coin that does not exist here. */
export function UnknownSubject({ title, text, to, link }: UnknownSubjectProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <Icon name="search" size={32} className="text-muted" />
      <div>
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="mt-1 max-w-xl text-base text-pretty text-muted">{text}</p>
      </div>
      <LinkButton to={to}>{t(link)}</LinkButton>
    </div>
  );
}
