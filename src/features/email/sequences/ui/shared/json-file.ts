import { saveFile } from "#src/kit/save-file.ts";

const fileName = (name: string) =>
  `${
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "export"
  }.json`;

/** A sequence or a rule without what's about this account. */
export interface Made {
  name: string;
  draft: object;
}

/** A thing as a file that says what kind it is: what another instance needs to do the same. */
export function downloadMade(kind: string, { name, draft }: Made): void {
  const text = `${JSON.stringify({ kind, name, draft }, null, 2)}\n`;
  saveFile(fileName(name), new Blob([text], { type: "application/json" }));
}

/** What's in a file, or undefined if it isn't of this kind. The server looks closer at the draft. */
export function madeOf(wanted: string, text: string): Made | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== "object" || read === null) return undefined;
  const { kind, name, draft } = read as Record<string, unknown>;
  if (kind !== wanted || typeof name !== "string" || typeof draft !== "object" || draft === null)
    return undefined;
  return { name, draft };
}
