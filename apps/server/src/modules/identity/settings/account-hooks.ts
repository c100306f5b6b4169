import type { ErrorCode } from '@emporion/contracts/errors';
import type { QueryExecutorProvider } from 'kysely';
import type { App } from '#platform/http/app.ts';
import { Problem } from '#platform/http/problem.ts';

/** What a module keeps about a user, for the export of their own data. Never a secret. */
type ExportSection = (db: QueryExecutorProvider, userId: string) => Promise<unknown>;

/** Why an account cannot be closed now, such as money that is still in it. */
type ClosingObjection = (db: QueryExecutorProvider, userId: string) => Promise<ErrorCode | undefined>;

/** What stops when somebody freezes their account, or says that a stranger was in it. It may be called again for an account that is frozen already. */
type FreezeTask = (userId: string) => Promise<void>;

/** What was added since a moment and goes when the owner says that a stranger was in the account, in the transaction in which the stranger is shut out. */
type DisownTask = (
  db: QueryExecutorProvider,
  added: { readonly userId: string; readonly since: Date },
) => Promise<void>;

/** What goes on when the owner has thawed the account. */
type ThawTask = (userId: string) => Promise<void>;

/** The account that a transfer to what somebody wrote would go to. Refuses what is nobody's. */
type RecipientFinder = (asked: { userId: string; recipient: string }) => Promise<string>;

/** What the owner of a card or an account knows it by, of what somebody wrote. Refuses what is none. */
type PayoutAccountFinder = (asked: { userId: string; to: string }) => Promise<string>;

/** Where modules that stand on accounts take part in what happens to one. They add themselves when they register. */
export class AccountHooks {
  readonly #sections = new Map<string, ExportSection>();
  readonly #objections: ClosingObjection[] = [];
  readonly #freezeTasks: FreezeTask[] = [];
  readonly #disownTasks: DisownTask[] = [];
  readonly #thawTasks: ThawTask[] = [];
  #findRecipient: RecipientFinder | undefined;
  #findPayoutAccount: PayoutAccountFinder | undefined;

  addExportSection(name: string, read: ExportSection): void {
    if (this.#sections.has(name)) throw new Error(`Two modules export a section "${name}".`);
    this.#sections.set(name, read);
  }

  addClosingObjection(objection: ClosingObjection): void {
    this.#objections.push(objection);
  }

  addFreezeTask(task: FreezeTask): void {
    this.#freezeTasks.push(task);
  }

  addDisownTask(task: DisownTask): void {
    this.#disownTasks.push(task);
  }

  addThawTask(task: ThawTask): void {
    this.#thawTasks.push(task);
  }

  setRecipientFinder(find: RecipientFinder): void {
    if (this.#findRecipient) throw new Error('Two modules say whom a transfer goes to.');
    this.#findRecipient = find;
  }

  /** @throws Problem account_not_found, and those of the module that makes transfers. */
  async recipientOf(asked: { userId: string; recipient: string }): Promise<string> {
    if (!this.#findRecipient) throw new Problem('account_not_found');
    return this.#findRecipient(asked);
  }

  setPayoutAccountFinder(find: PayoutAccountFinder): void {
    if (this.#findPayoutAccount) throw new Error('Two modules say what a sale is paid out to.');
    this.#findPayoutAccount = find;
  }

  /** @throws Problem card_not_found, and those of the module that pays out to cards. */
  async payoutAccountOf(asked: { userId: string; to: string }): Promise<string> {
    if (!this.#findPayoutAccount) throw new Problem('card_not_found');
    return this.#findPayoutAccount(asked);
  }

  async stopEverythingOf(userId: string): Promise<void> {
    await Promise.all(this.#freezeTasks.map((task) => task(userId)));
  }

  async removeAddedTo(db: QueryExecutorProvider, added: Parameters<DisownTask>[1]): Promise<void> {
    for (const task of this.#disownTasks) await task(db, added);
  }

  async goOnWith(userId: string): Promise<void> {
    await Promise.all(this.#thawTasks.map((task) => task(userId)));
  }

  async exportSections(db: QueryExecutorProvider, userId: string): Promise<Record<string, unknown>> {
    const sections: Record<string, unknown> = {};
    for (const [name, read] of this.#sections) sections[name] = await read(db, userId);
    return sections;
  }

  async objectionToClosing(db: QueryExecutorProvider, userId: string): Promise<ErrorCode | undefined> {
    for (const objection of this.#objections) {
      const code = await objection(db, userId);
      if (code !== undefined) return code;
    }
    return undefined;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    accountHooks: AccountHooks;
  }
}

export function addAccountHooks(app: App): void {
  app.decorate('accountHooks', new AccountHooks());
}
