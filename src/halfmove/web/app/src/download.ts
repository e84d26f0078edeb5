// Files that the server made, and what is put on the clipboard.
import type { FileReply } from "./protocol";

export function download({ name, mime, text, base64 }: FileReply): void {
  const parts = base64 === undefined ? (text ?? "") : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([parts], { type: mime }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
