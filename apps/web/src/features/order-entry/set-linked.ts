import type { PriceField } from '#orders/model/order-draft.ts';
import { linkedChange } from './model/linked-fields.ts';
import type { OrderForm } from './use-order-form.ts';

/** Sets a price or a size as if it had been written: what depends on it follows. */
export function setLinked(
  { form, math }: Pick<OrderForm, 'form' | 'math'>,
  field: PriceField | 'quantity' | 'total',
  value: string,
): void {
  form.setValue(field, value);
  const linked = linkedChange({ ...form.values, [field]: value }, field, math);
  if (linked !== null) form.setValue(linked.field, linked.value);
}
