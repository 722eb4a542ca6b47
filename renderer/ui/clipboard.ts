/** The system's clipboard. False: the browser or the system did not allow it, or it is too old to. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return false;
  }
}

export async function copyImage(image: Blob): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    return true;
  } catch {
    return false;
  }
}
