import { isPhone } from '#ui/layout/use-width.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AwaitedDesk } from './awaited-desk.tsx';
import { rememberedInterface } from './use-trading-interface.ts';

const awaited = <AwaitedDesk />;

const phone = lazyPart(async () => (await import('./phone-desk.tsx')).PhoneDesk, awaited);
const basic = lazyPart(async () => (await import('./basic-desk.tsx')).BasicDesk, awaited);
const trade = lazyPart(async () => (await import('./trade-desk.tsx')).TradeDesk, awaited);

// Each window fetches the desk that it shows: a phone need not carry the panels of a wide one.
export const PhoneDesk = phone.Part;
export const BasicDesk = basic.Part;
export const TradeDesk = trade.Part;

/** Fetches the desk that will be drawn here. */
export async function loadDesk(): Promise<void> {
  const wide = rememberedInterface() === 'basic' ? basic : trade;
  await (isPhone() ? phone : wide).load();
}
