import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { ForCoins } from '../components/for-coins.tsx';
import { ListInTurn } from '../components/list-in-turn.tsx';
import { AddAddress } from './add-address.tsx';
import { AddressList } from './address-list.tsx';
import { SavedOnlySwitch } from './saved-only-switch.tsx';

/** Saved addresses, and whether money goes to these alone. */
export function AddressesPage() {
  const { t } = useTranslation();
  return (
    <ForCoins>
      {({ coins, blockchains }) => (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-4 max-lg:contents">
            <Card title={t('withdrawal.addresses.add')} className="max-lg:order-2">
              <AddAddress coins={coins} blockchains={blockchains} />
            </Card>
            <div className="max-lg:order-3">
              <SavedOnlySwitch />
            </div>
          </div>
          <ListInTurn>
            <AddressList blockchains={blockchains} />
          </ListInTurn>
        </div>
      )}
    </ForCoins>
  );
}
