import { useIsLoggedIn } from '#api/session.ts';
import { chosen } from '#language/brand.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** The way to a person, for whom no article helped. */
export function ContactCard() {
  const { t } = useTranslation();
  const isLoggedIn = useIsLoggedIn();
  return (
    <Card title={t('help.contact.title')}>
      <p className="text-pretty text-muted">{t('help.contact.text')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton to="/support/tickets/new">{t('help.contact.write')}</LinkButton>
        {isLoggedIn && (
          <LinkButton to="/support/tickets" color="black">
            {t('help.contact.tickets')}
          </LinkButton>
        )}
      </div>
      {chosen.support !== undefined && (
        <a href={`mailto:${chosen.support}`} className="mt-4 block break-all text-accent hover:underline">
          {chosen.support}
        </a>
      )}
    </Card>
  );
}
