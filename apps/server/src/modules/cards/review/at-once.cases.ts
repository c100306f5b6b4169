import { randomUUID } from 'node:crypto';
import { CardOrderDetails } from '@emporion/contracts/rest';
import { describe, expect, it } from 'vitest';
import { commitMeanwhile } from '#platform/database/testing/commit-meanwhile.ts';
import { type CardsBed, card } from '#testing/cards/cards-bed.ts';
import { userId } from '#testing/trading-app.ts';
import { advance } from '../orders/advance.ts';

type FreshCode = (app: CardsBed['app'], name: string, action: 'back_office') => Promise<object>;

/** What staff see and decide while others do. */
export function atOnce(bedOf: () => CardsBed, freshCode: FreshCode): void {
  const bought = async (bed: CardsBed) => {
    const name = `person${randomUUID().slice(0, 8)}`;
    await bed.app.person(name);
    const asked = await bed.buy(name);
    await bed.payOn(asked, card('4111 1111 1111 1111'));
    const { id } = await bed.until(asked, name, 'completed');
    await advance(bed.app.platform, id);
    await bed.app.fund(name, 'USD', '300');
    return id;
  };
  const refund = async (bed: CardsBed, id: string, as: string, client_id: string = randomUUID()) => {
    const confirmation = await freshCode(bed.app, as, 'back_office');
    const body = { reason: 'Asked for', client_id, amount: '30', confirmation };
    return () => bed.post(`admin/cards/orders/${id}/refund`, as, body);
  };

  type Refund = Awaited<ReturnType<typeof refund>>;
  /** One person may refund 50 alone. The other refund is done when the first has read the order and waits for the line of its own person. */
  const overtaken = async (bed: CardsBed, call: Refund, other: Refund) => {
    await bed.app.change('update treasury_policy set credit_two_people_above = 50');
    try {
      return await commitMeanwhile(bed.app.test.database, {
        lock: `select from users where id = '${userId('operator')}' for update`,
        call,
        change: async () => expect((await other()).status).toBe(200),
      });
    } finally {
      await bed.app.change('update treasury_policy set credit_two_people_above = 10000');
    }
  };

  describe('while others decide on a card payment', () => {
    it('a refund that is sent twice is done once, and both are told so', async () => {
      const bed = bedOf();
      const id = await bought(bed);
      const own = randomUUID();
      // Somebody else stands for the first sending: the calls of one person wait for each other.
      const [late, first] = [
        await refund(bed, id, 'operator', own),
        await refund(bed, id, 'operator-two', own),
      ];
      expect((await overtaken(bed, late, first)).status).toBe(200);
      expect(
        (await bed.app.test.database.pool.query('select from card_reversals where order_id = $1', [id]))
          .rowCount,
      ).toBe(1);
    });

    it('two people do not refund in parts what one of them may not', async () => {
      const bed = bedOf();
      const id = await bought(bed);
      const [first, second] = [await refund(bed, id, 'operator'), await refund(bed, id, 'operator-two')];
      expect((await overtaken(bed, first, second)).body.code).toBe('second_person_required');
    });

    it('its page shows one moment', async () => {
      const bed = bedOf();
      const id = await bought(bed);
      const { body } = await commitMeanwhile(bed.app.test.database, {
        lock: 'lock table card_order_log in access exclusive mode',
        call: () => bed.app.call({ path: `admin/cards/orders/${id}`, as: 'operator' }),
        change: (other) => other.query("update card_orders set stage = 'refunding' where id = $1", [id]),
      });
      const { stage, timeline } = CardOrderDetails.parse(body);
      expect(timeline.findLast(({ kind }) => kind === 'step')?.name).toBe(stage);
      // No refund is open that could go on from there.
      await bed.app.change(`update card_orders set stage = 'completed' where id = '${id}'`);
    });
  });
}
