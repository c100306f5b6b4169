import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Card } from '#ui/surface/card.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';

/** Finds a deposit by its whole hash, also one of a token that lists leave out because it is not listed. */
export function FindDeposit() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [hash, setHash] = useState('');
  const find = (event: FormEvent): void => {
    event.preventDefault();
    const text = hash.trim();
    if (text !== '') void navigate(`/wallet/history/all?${new URLSearchParams({ type: 'deposit', text })}`);
  };
  return (
    <Card title={t('wallet.deposit.find.title')}>
      <form className="flex flex-col gap-3" onSubmit={find}>
        <p className="text-sm text-muted">{t('wallet.deposit.find.text')}</p>
        <TextField
          label={t('wallet.deposit.find.hash')}
          maxLength={100}
          value={hash}
          onChange={({ currentTarget }) => setHash(currentTarget.value)}
        />
        <Button type="submit" color="black">
          {t('wallet.deposit.find.go')}
        </Button>
      </form>
    </Card>
  );
}
