import type { Translate } from '@emporion/i18n/texts';
import { attachmentBytesMax, attachmentsMax } from '#api/contract/support.ts';
import type { AttachWords } from '#ui/field/attach-field.tsx';
import { dateFormat, dateStyles } from '#ui/text/formats.ts';

export const momentOf = (time: string, language: string) =>
  dateFormat(language, dateStyles.moment).format(Date.parse(time));

export function attachWords(t: Translate): AttachWords {
  const mb = attachmentBytesMax / 1_048_576;
  return {
    label: t('tickets.attach'),
    hint: t('tickets.attachHint', { max: attachmentsMax, mb }),
    tooLarge: t('tickets.tooLarge', { mb }),
    tooMany: t('tickets.tooMany', { max: attachmentsMax }),
    remove: (name) => t('tickets.remove', { name }),
    uploading: (name) => t('tickets.uploading', { name }),
  };
}

/** The colour of each state says who is to act: the reader, we, or nobody. */
export const stateTone = {
  open: 'text-accent',
  in_progress: 'text-accent',
  pending: 'text-warn',
  resolved: 'text-buy',
  closed: 'text-muted',
} as const;
