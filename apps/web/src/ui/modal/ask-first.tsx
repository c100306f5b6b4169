import { Button, type ButtonColor } from '#ui/button/button.tsx';
import { useTranslation } from '#ui/text/use-translation.ts';
import { closeModal, showModal } from './modal-store.ts';

interface Question {
  title: string;
  text: string;
  confirm: string;
  /** Red unless it takes nothing away. */
  color?: ButtonColor | undefined;
}

function QuestionContent({ text, confirm, color = 'red', answer }: Question & { answer(): void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <p className="text-pretty">{text}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="flat" color="black" onClick={closeModal}>
          {t('common.cancel')}
        </Button>
        <Button
          color={color}
          onClick={() => {
            closeModal();
            answer();
          }}
        >
          {confirm}
        </Button>
      </div>
    </div>
  );
}

/** Says what will happen before it does. */
export function askFirst(question: Question, then: () => void): void {
  showModal(QuestionContent, { ...question, answer: then }, { title: question.title, size: 'sm' });
}
