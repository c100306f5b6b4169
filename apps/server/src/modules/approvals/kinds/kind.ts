import type { ApprovalKindName, approvalPayloads, Capability } from '@emporion/contracts/rest';
import type { QueryExecutorProvider } from 'kysely';
import type { z } from 'zod/mini';
import type { AuditValues, StaffAction } from '#modules/audit/index.ts';
import type { Platform } from '#platform/platform.ts';
import type { ApprovalRow } from '../approval.ts';

export type PayloadOf<Name extends ApprovalKindName> = z.output<(typeof approvalPayloads)[Name]>;

export interface Done {
  /** For the audit log. */
  readonly before?: AuditValues;
  readonly after?: AuditValues;
  /** The same of what tells who a person is. */
  readonly personal?: StaffAction['personal'];
}

/** One kind of thing that needs a second person. */
export interface ApprovalKind<Name extends ApprovalKindName = ApprovalKindName> {
  readonly name: Name;
  /** Who may vote. */
  readonly approve: Capability;
  /** What stands in the audit log once it is carried out. */
  readonly action: string;
  /** How long it may wait for its votes. */
  readonly lifeHours: number;
  /** What of the payload tells who a person is: it lies beside it, and only those see it who may. */
  readonly personal?: readonly string[];
  /** What concerns an account that is closed, too. */
  readonly ofClosed?: true;
  /** With what is read from tables, so that whoever votes sees it. */
  describe?(platform: Platform, payload: PayloadOf<Name>): Promise<PayloadOf<Name>>;
  /** Whether it could be carried out now. @throws Problem why not. */
  check(platform: Platform, payload: PayloadOf<Name>): Promise<void>;
  /**
   * What goes to the exchange, before the rest. It is repeated after a crash, so it must be idempotent by the id of the approval. A refusal is thrown as a Problem, and
   * ends the approval as failed.
   */
  command?(
    platform: Platform,
    payload: PayloadOf<Name>,
    approval: ApprovalRow & { readonly actor: string },
  ): Promise<void>;
  /** What is changed in the database, once, in the transaction that closes the approval. @throws Problem, which ends it as failed. */
  finish?(
    transaction: QueryExecutorProvider,
    platform: Platform,
    payload: PayloadOf<Name>,
    approval: ApprovalRow,
  ): Promise<Done>;
  /** What follows when all of it stands. After a crash it is left out, so something else must see to it in the end. */
  afterwards?(platform: Platform, payload: PayloadOf<Name>): Promise<void>;
}
