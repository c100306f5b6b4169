import { Button, buttonColors, buttonSizes, buttonVariants, LinkButton } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { CopyButton } from '#ui/copy/copy-button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { KitRow, KitSection } from '../kit-section.tsx';
import { usePressed } from '../use-pressed.ts';

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

function Palette() {
  const pressed = usePressed();
  return buttonVariants.map((variant) =>
    buttonSizes.map((size) => (
      <KitRow key={`${variant}-${size}`}>
        {buttonColors.map((color) => (
          <Button key={color} color={color} size={size} variant={variant} onClick={pressed(color)}>
            {color}
          </Button>
        ))}
      </KitRow>
    )),
  );
}

function ButtonStates() {
  const { t } = useTranslation();
  const pressed = usePressed();
  return (
    <>
      <KitRow>
        <Button disabled>{t('kit.disabled')}</Button>
        <Button variant="flat" disabled>
          {t('kit.disabled')}
        </Button>
        <Button color="green" loading>
          {t('kit.busy')}
        </Button>
        <Button color="blue" variant="flat" loading>
          {t('kit.busy')}
        </Button>
        <Button color="lightblue" onClick={pressed(t('kit.withIcon'))}>
          <Icon name="arrow-down-to-line" size={18} />
          {t('kit.withIcon')}
        </Button>
        <LinkButton to="/fees" color="black">
          {t('kit.link')}
        </LinkButton>
        <IconButton
          icon="settings"
          label={t('kit.menu.settings')}
          onClick={pressed(t('kit.menu.settings'))}
        />
        <IconButton icon="settings" label={t('kit.menu.settings')} disabled />
        <span className="num flex min-w-0 items-center gap-1 text-xs break-all">
          {address}
          <CopyButton text={address} />
        </span>
      </KitRow>
      <div className="grid max-w-80 gap-2">
        <Button color="green" size="big" wide onClick={pressed(t('kit.buy'))}>
          {t('kit.buy')}
        </Button>
        <Button color="red" size="big" wide onClick={pressed(t('kit.sell'))}>
          {t('kit.sell')}
        </Button>
        <Button color="black" wide onClick={pressed(t('kit.wide'))}>
          {t('kit.wide')}
        </Button>
      </div>
    </>
  );
}

export function ButtonsSection() {
  return (
    <KitSection name="buttons">
      <Palette />
      <ButtonStates />
    </KitSection>
  );
}
