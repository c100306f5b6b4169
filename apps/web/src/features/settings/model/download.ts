/** Hands a text to the browser as a file to keep. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken hold of the file by the time this runs.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
