/** Whether it is an amount above zero. What else is written has its sentence at the field, and nobody is asked about it. */
export function isAmount(text: string): boolean {
  return /^\d{1,24}(?:\.\d{1,18})?$/.test(text) && /[1-9]/.test(text);
}
