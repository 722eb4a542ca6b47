/** Saves something of the page as a download: in the desktop window the system asks for the place. */
export function offerDownload(name: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content]));
  clickLink(url, name);
  // After the click was handled the browser has its own copy.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** What crosses the socket as a text. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Lets the browser download a URL under the file name the server gives. */
export function offerAddress(url: string): void {
  clickLink(url, '');
}

function clickLink(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
