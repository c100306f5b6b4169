import type { Confirmation, ConfirmedAction } from '@emporion/contracts/rest';
import type { ApiFailure } from '#api/failure.ts';

export interface ConfirmationDialogProps {
  action: ConfirmedAction;
  /** Makes the call with the proof. Gives the reason when another proof may help; otherwise the dialog is closed by it. */
  attempt: (confirmation: Confirmation) => Promise<ApiFailure | undefined>;
}
