/** One filter of a list. Its value stands in the page's address, so that a view can be sent to a colleague. */
export type Filter = Kind & {
  /** Shown once somebody asks for more filters, or while it is set. */
  readonly isRare?: boolean;
};

type Kind =
  | { readonly kind: 'text'; readonly name: string; readonly label: string; readonly placeholder?: string }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      /** What holds while none is chosen, where that is not “any”. */
      readonly any?: string;
      /** Value and words. */
      readonly options: readonly (readonly [value: string, label: string])[];
    }
  /** A day; it is sent as the moment at which that day begins, of the reader's clock. */
  | { readonly kind: 'day'; readonly name: string; readonly label: string };

export type FilterValues = Readonly<Record<string, string>>;
