/** The text is in the page already; the browser saves it where it saves everything. */
export function offerDownload(name: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After the click was handled; the browser has its own copy then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
