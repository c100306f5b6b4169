import { changeCardLevels, checkCardLevels } from '#modules/cards/index.ts';
import type { ApprovalKind } from './kind.ts';

const line = ({ level, payment_max, day_max }: { level: number; payment_max: string; day_max: string }) =>
  `${level}: ${payment_max}, ${day_max} a day`;

/** What may be bought with cards, by level. It counts from the next purchase on. */
export const cardLimits: ApprovalKind<'card_limits'> = {
  name: 'card_limits',
  approve: 'policy.approve',
  action: 'card_limits_changed',
  lifeHours: 72,
  check: async ({ database }, { levels }) => void (await checkCardLevels(database.kysely, levels)),
  finish: async (transaction, _platform, { levels }) => {
    const before = await changeCardLevels(transaction, levels);
    return { before: { levels: before.map(line) }, after: { levels: levels.map(line) } };
  },
};
