import type { Capability, UserCard } from '@emporion/contracts/rest';
import { Button } from '@emporion/web/ui/button/button.tsx';
import { Icon } from '@emporion/web/ui/icon/icon.tsx';
import { DropdownMenu, type MenuEntry } from '@emporion/web/ui/menu/dropdown-menu.tsx';
import { useMay, useMe } from '#app/me.ts';
import { askCancelOfUser } from '#trading/orders/cancel.ts';
import { askAdjustment } from '#wallet/ask-adjustment.tsx';
import * as actions from './user-actions.ts';

interface Choice {
  readonly label: string;
  readonly capability: Capability;
  readonly run: (card: UserCard) => unknown;
  readonly isDangerous?: boolean;
  readonly isOffered?: (card: UserCard) => boolean;
}

const choices: readonly Choice[] = [
  { label: 'Edit details', capability: 'users.edit', run: actions.askEdit },
  {
    label: 'Send the invitation again',
    capability: 'users.edit',
    run: actions.askInvitation,
    isOffered: ({ status }) => status === 'inactive',
  },
  { label: 'Flag and labels', capability: 'users.note', run: actions.askLabels },
  { label: 'Freeze payouts', capability: 'users.block', run: actions.askFreeze },
  { label: 'End all sessions', capability: 'users.block', run: actions.askEndSessions, isDangerous: true },
  { label: 'Fee tier', capability: 'fees.give', run: actions.askTier },
  {
    label: 'Adjust a balance',
    capability: 'adjustments.propose',
    run: ({ id }) => askAdjustment(id, () => {}),
  },
  {
    label: 'Cancel all orders',
    capability: 'orders.cancel',
    run: askCancelOfUser,
    isDangerous: true,
  },
  { label: 'Limits', capability: 'limits.propose', run: actions.askLimits },
  { label: 'Change email', capability: 'emails.propose', run: actions.askEmail },
  {
    label: 'Reset two-factor authentication',
    capability: 'factors.propose',
    run: actions.askFactorReset,
    isDangerous: true,
    isOffered: ({ factors }) => factors.totp || factors.sms || factors.passkeys > 0,
  },
  { label: 'Delete user', capability: 'erasures.propose', run: actions.askErasure, isDangerous: true },
];

/** What the caller may do about an account. Nobody is offered anything about their own. */
export function UserMenu({ card }: { card: UserCard }) {
  const may = useMay();
  const me = useMe();
  if (card.id === me.id || card.erased) return null;
  const isClosed = card.status === 'closed';
  const entries: MenuEntry[] = choices
    .filter(({ capability, isOffered }) => may(capability) && (isOffered?.(card) ?? true))
    .filter(({ capability }) => !isClosed || capability === 'erasures.propose')
    .map(({ label, run, isDangerous = false }) => ({
      ...{ kind: 'action', label, danger: isDangerous, onSelect: () => run(card) },
    }));
  return (
    <>
      {may('users.block') && !isClosed && (
        <>
          <Button color="black" onClick={() => actions.askSwitches(card)}>
            Restrict
          </Button>
          <Button color="red" onClick={() => actions.askStatus(card)}>
            Change status
          </Button>
        </>
      )}
      {entries.length > 0 && (
        <DropdownMenu label="More actions" entries={entries}>
          <Icon name="ellipsis" size={20} />
        </DropdownMenu>
      )}
    </>
  );
}
