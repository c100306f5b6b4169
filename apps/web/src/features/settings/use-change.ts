import { useQueryClient } from '@tanstack/react-query';
import { changeSettings, type SettingsChange } from '#preferences/change-settings.ts';
import type { FormRefusal } from '#ui/form/field-problem.ts';
import { useFeedback } from './use-feedback.ts';

/** Changes what needs no code. */
export function useChange() {
  const client = useQueryClient();
  const words = useFeedback();
  return {
    /** For a switch or a list: it is shown as chosen at once, and taken back with a word when it could not be kept. */
    async choose(change: SettingsChange): Promise<void> {
      const answer = await changeSettings(client, change);
      if (answer.ok) words.saved();
      else words.complain(answer.failure);
    },
    /** For a form. */
    async submit(change: SettingsChange): Promise<FormRefusal | undefined> {
      const answer = await changeSettings(client, change);
      if (!answer.ok) return words.refusal(answer.failure);
      words.saved();
      return undefined;
    },
  };
}
