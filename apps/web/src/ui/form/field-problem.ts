/** What is wrong with one field: a code of the error catalogue, and what its sentence is filled with. */
export interface FieldProblem {
  readonly code: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** By the field's name. A field that is right is not in it. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** Why a form was not taken: a sentence about the whole, and sentences at single fields. */
export interface FormRefusal {
  readonly message?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export interface SettledRefusal {
  readonly message: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

/** One sentence after the other. A word such as “Something went wrong”, which stands alone elsewhere, gets its full stop. */
export function joinSentences(sentences: readonly string[]): string {
  const isEnded = (sentence: string, index: number): boolean =>
    index === sentences.length - 1 || /[.!?…]$/.test(sentence);
  return sentences.map((sentence, index) => (isEnded(sentence, index) ? sentence : `${sentence}.`)).join(' ');
}

/** A sentence about a field that the form does not show would be lost, so it joins the sentence about the whole. */
export function settleRefusal(refusal: FormRefusal, shown: readonly string[]): SettledRefusal {
  const entries = Object.entries(refusal.fields ?? {});
  const fields = Object.fromEntries(entries.filter(([name]) => shown.includes(name)));
  const homeless = entries.filter(([name]) => !shown.includes(name)).map(([, sentence]) => sentence);
  const parts = [refusal.message ?? '', ...homeless].filter((part) => part !== '');
  return { fields, message: parts.length === 0 ? undefined : joinSentences(parts) };
}
