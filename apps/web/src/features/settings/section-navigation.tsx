import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { type SectionName, sectionIcons, sectionNames } from './model/sections.ts';

interface SectionNavigationProps {
  current: SectionName;
  /** A phone has room for the list or for a section. */
  hiddenOnPhones: boolean;
}

const linkLook =
  'flex min-h-12 items-center gap-3 px-4 py-2 text-base transition-colors max-md:border-t max-md:hairline ' +
  'max-md:group-first:border-t-0 md:min-h-10 md:rounded-md md:px-3 hover:bg-raised';

export function SectionNavigation({ current, hiddenOnPhones }: SectionNavigationProps) {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('settings.sectionsLabel')}
      className={classNames('md:sticky md:top-16', hiddenOnPhones && 'max-md:hidden')}
    >
      <ul className="flex flex-col max-md:overflow-hidden max-md:rounded-md max-md:bg-surface md:gap-0.5">
        {sectionNames.map((name) => {
          const isCurrent = name === current;
          return (
            <li key={name} className="group">
              <Link
                to={`/settings#${name}`}
                aria-current={isCurrent ? 'true' : undefined}
                className={classNames(linkLook, isCurrent && 'md:bg-surface md:font-semibold')}
              >
                <Icon
                  name={sectionIcons[name]}
                  size={18}
                  className={classNames('flex-none text-muted', isCurrent && 'md:text-accent')}
                />
                {t(`settings.sections.${name}.title`)}
                <Icon name="chevron-right" size={16} className="ml-auto flex-none text-muted md:hidden" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
