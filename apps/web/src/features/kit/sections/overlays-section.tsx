import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '#ui/menu/dropdown-menu.tsx';
import { closeModal, modalSizes, showModal } from '#ui/modal/modal-store.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast, type ToastContentProps, toastTypes } from '#ui/toast/toast-store.ts';
import { Tooltip } from '#ui/tooltip/tooltip.tsx';
import { KitRow, KitSection } from '../kit-section.tsx';
import { usePressed } from '../use-pressed.ts';

const userName = 'ariadne';

function UndoToast({ close }: ToastContentProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center justify-between gap-3">
      {t('kit.toast.success')}
      <Button size="small" variant="flat" onClick={close}>
        {t('kit.toast.undo')}
      </Button>
    </div>
  );
}

function ConfirmOrder({ note }: { note: string }) {
  const { t } = useTranslation();
  const confirm = (): void => {
    closeModal();
    showToast({ title: t('kit.toast.success'), description: t('kit.toast.description') });
  };
  return (
    <div className="flex flex-col gap-6">
      <p className="text-pretty">{note}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button color="black" onClick={closeModal} data-autofocus="">
          {t('common.cancel')}
        </Button>
        <Button color="green" onClick={confirm}>
          {t('kit.buy')}
        </Button>
      </div>
    </div>
  );
}

function ToastButtons() {
  const { t } = useTranslation();
  return (
    <KitRow>
      {toastTypes.map((type) => (
        <Button
          key={type}
          color="black"
          size="small"
          onClick={() =>
            showToast({
              type,
              title: t(`kit.toast.${type}`),
              description: t('kit.toast.description'),
            })
          }
        >
          {t(`kit.toast.${type}`)}
        </Button>
      ))}
      <Button
        color="black"
        size="small"
        onClick={() => showToast({ component: true, content: UndoToast, duration: 0 })}
      >
        {t('kit.toast.custom')}
      </Button>
    </KitRow>
  );
}

function ModalButtons() {
  const { t } = useTranslation();
  const title = t('kit.modal.title');
  const note = t('kit.modal.text');
  return (
    <KitRow>
      {modalSizes.map((size) => (
        <Button
          key={size}
          color="black"
          size="small"
          onClick={() => showModal(ConfirmOrder, { note }, { size, title })}
        >
          {t('kit.modal.open', { size })}
        </Button>
      ))}
      <Button
        color="black"
        size="small"
        onClick={() => showModal(ConfirmOrder, { note }, { title, clickToClose: false, size: 'sm' })}
      >
        {t('kit.modal.strict')}
      </Button>
    </KitRow>
  );
}

function Menus() {
  const { t } = useTranslation();
  const pressed = usePressed();
  const entries: readonly MenuEntry[] = [
    { kind: 'link', to: '/settings', label: t('kit.menu.settings'), icon: 'settings' },
    { kind: 'link', to: '/support', label: t('kit.menu.support'), icon: 'life-buoy', newTab: true },
    { kind: 'separator', id: 'end' },
    {
      kind: 'action',
      label: t('kit.menu.logout'),
      icon: 'log-out',
      danger: true,
      onSelect: pressed(t('kit.menu.logout')),
    },
  ];
  return (
    <KitRow>
      <DropdownMenu label={t('kit.menu.account')} entries={entries} align="start">
        <Icon name="user" size={16} />
        {userName}
        <Icon name="chevron-down" size={14} />
      </DropdownMenu>
      <Tooltip text={t('kit.menu.tooltip')}>
        {(described) => (
          <button type="button" className="icon-button" aria-label={t('kit.menu.fee')} {...described}>
            <Icon name="info" size={18} />
          </button>
        )}
      </Tooltip>
    </KitRow>
  );
}

export function OverlaysSection() {
  return (
    <KitSection name="overlays">
      <ToastButtons />
      <ModalButtons />
      <Menus />
    </KitSection>
  );
}
