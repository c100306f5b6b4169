import { attachmentBytesMax, attachmentsMax, ticketEndpoints } from '#api/contract/support.ts';
import { uploadFile } from '#api/files.ts';
import { refusalOf } from '#api/refusal-of.ts';
import { type Attachments, useAttachments } from '#ui/field/attach-field.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { attachWords } from './words.ts';

/** The files of one message. */
export function useUploads(): Attachments {
  const { t } = useTranslation();
  return useAttachments({
    ...{ max: attachmentsMax, bytesMax: attachmentBytesMax, words: attachWords(t) },
    upload: async (file) => {
      const answer = await uploadFile(ticketEndpoints.upload, file);
      return answer.ok ? { id: answer.value.id } : { problem: refusalOf(answer.failure, t).message };
    },
  });
}
