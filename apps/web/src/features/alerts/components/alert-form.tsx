import type { Pair } from '@emporion/contracts/rest';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '#alerts/alerts-query.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { Button } from '#ui/button/button.tsx';
import { NumericInput } from '#ui/field/numeric-input.tsx';
import { Form } from '#ui/form/form.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Amount } from '#ui/number/amount.tsx';
import { noNumber } from '#ui/number/format-number.ts';
import { inPercent } from '#ui/number/percent.ts';
import { SegmentedControl } from '#ui/tabs/segmented-control.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { showToast } from '#ui/toast/toast-store.ts';
import { createAlert } from '../api.ts';
import {
  type AlertDraft,
  checkAlert,
  decimalsOf,
  directionTo,
  type Figures,
  figureOf,
  firstValue,
  type Terms,
  valueAway,
} from '../model/alert-draft.ts';

interface AlertFormProps {
  readonly pair: Pair;
  readonly price: string | undefined;
  readonly figures: Figures;
}

const steps = [-5, -1, 1, 5] as const;

/** A price that was pointed at, or else one that can be set as it stands. */
function firstDraft({ pair, price = '', figures }: AlertFormProps): AlertDraft {
  const direction = directionTo(price, figures.price);
  if (direction !== null || figures.price === null) {
    return { metric: 'price', direction: direction ?? 'above', value: price };
  }
  const terms = { metric: 'price', direction: 'above' } as const;
  return { ...terms, value: firstValue(figures.price, terms, pair) };
}

/** The direction follows the value that is written, until somebody has chosen one; a value that nobody has written follows it. */
function useAlertForm(props: AlertFormProps) {
  const { pair, figures } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(false);
  const [written, setWritten] = useState(props.price !== undefined);
  const form = useForm<AlertDraft>({
    initial: firstDraft(props),
    check: (draft) => checkAlert(draft, pair, figureOf(figures, draft.metric)),
    submit: async (draft) => {
      const answer = await createAlert({ pair: pair.code, ...draft });
      if (!answer.ok) return refusalOf(answer.failure, t);
      await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
      showToast({ title: t('alerts.set') });
      setChosen(false);
      setWritten(false);
      form.reset({ ...draft, value: firstValue(figureOf(figures, draft.metric), draft, pair) });
      return undefined;
    },
  });
  const write = (value: string): void => {
    setWritten(true);
    form.setValue('value', value);
    const direction = chosen ? null : directionTo(value, figureOf(figures, form.values.metric));
    if (direction !== null) form.setValue('direction', direction);
  };
  const suggest = (terms: Terms): void =>
    form.setValue('value', firstValue(figureOf(figures, terms.metric), terms, pair));
  const choose = (direction: AlertDraft['direction']): void => {
    setChosen(true);
    form.setValue('direction', direction);
    if (!written) suggest({ metric: form.values.metric, direction });
  };
  const chooseMetric = (metric: AlertDraft['metric']): void => {
    setWritten(false);
    form.setValue('metric', metric);
    suggest({ metric, direction: form.values.direction });
  };
  return { form, write, choose, chooseMetric };
}

export function AlertForm(props: AlertFormProps) {
  const { pair, figures } = props;
  const { t } = useTranslation();
  const { form, write, choose, chooseMetric } = useAlertForm(props);
  const { metric, direction } = form.values;
  const now = figureOf(figures, metric);
  const value = form.choice('value');
  const decimals = metric === 'price' ? pair.rules.price_decimals : 2;
  return (
    <Form form={form}>
      <div className="grid gap-3 sm:grid-cols-2">
        <SegmentedControl
          label={t('alerts.metric')}
          value={metric}
          onValueChange={chooseMetric}
          segments={[
            { value: 'price', label: t('alerts.price') },
            { value: 'volume', label: t('alerts.volume') },
          ]}
        />
        <SegmentedControl
          label={t('alerts.direction')}
          value={direction}
          onValueChange={choose}
          segments={[
            { value: 'above', label: `▲ ${t('alerts.above')}` },
            { value: 'below', label: `▼ ${t('alerts.below')}` },
          ]}
        />
      </div>
      <NumericInput
        {...value}
        onValueChange={write}
        label={t(metric === 'price' ? 'alerts.priceValue' : 'alerts.volumeValue', { coin: pair.quote.code })}
        maxDecimals={decimalsOf(pair, metric)}
        data-autofocus=""
        labelEnd={
          <span className="text-muted">
            {t('alerts.now')}{' '}
            {now === null ? noNumber : <Amount value={now} decimals={decimals} dimZeros={false} />}
          </span>
        }
      />
      <div className="grid grid-cols-4 gap-2">
        {steps.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={now === null}
            className="num min-h-8 rounded-sm bg-raised text-sm text-muted hover:text-text disabled:opacity-60 max-md:min-h-11"
            onClick={() => write(valueAway(now, percent, pair, metric))}
          >
            {inPercent(`${percent > 0 ? '+' : '−'}${Math.abs(percent)}`)}
          </button>
        ))}
      </div>
      <p className="text-sm text-pretty text-muted">{t('alerts.once')}</p>
      <Button type="submit" wide loading={form.pending}>
        {t('alerts.create')}
      </Button>
    </Form>
  );
}
