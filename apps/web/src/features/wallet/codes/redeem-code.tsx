import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/api.ts';
import { p2pCodeEndpoints } from '#api/contract/p2p-codes.ts';
import { balanceQuery } from '#api/queries.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { formatNumber } from '#ui/number/format-number.ts';
import { useTranslation } from '#ui/text/use-translation.ts';
import { walletKey } from '../api/queries.ts';

/** Takes the coins of a code. */
export function RedeemCode() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [credited, setCredited] = useState<string>();
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: { code: 'field_required' } } : {}),
    submit: async ({ code }) => {
      setCredited(undefined);
      const answer = await call(p2pCodeEndpoints.redeem, { body: { code: code.trim() } });
      if (answer.ok) {
        const { amount, currency } = answer.value;
        setCredited(`${formatNumber(amount, { decimals: 18, trimZeros: true })} ${currency}`);
        form.reset({ code: '' });
        void client.invalidateQueries({ queryKey: walletKey });
        void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
        return undefined;
      }
      const { message } = refusalOf(answer.failure, t);
      return answer.failure.kind === 'refused' ? { fields: { code: message } } : { message };
    },
  });
  return (
    <Form form={form}>
      <TextField
        label={t('withdrawal.codes.redeem.code')}
        placeholder="XXXX-XXXX-XXXX-…"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        {...form.text('code')}
      />
      <Button type="submit" size="big" wide color="green" loading={form.pending}>
        {t('withdrawal.codes.redeem.submit')}
      </Button>
      <p role="status" className="flex items-center gap-2 empty:hidden">
        {credited !== undefined && (
          <>
            <Icon name="circle-check" size={18} className="flex-none text-buy" />
            {t('withdrawal.codes.redeem.done', { amount: credited })}
          </>
        )}
      </p>
    </Form>
  );
}
