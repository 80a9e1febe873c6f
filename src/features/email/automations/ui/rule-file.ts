import type { Automation } from "#src/features/email/automations/contract.ts";

/** Says what kind of file it is. */
const KIND = "fanfare-rule";

/** A rule as a file: what another instance needs to do the same. */
export function toFile({ name, draft }: Pick<Automation, "name" | "draft">): string {
  return `${JSON.stringify({ kind: KIND, name, draft }, null, 2)}\n`;
}

/** What's in a file, or undefined if it isn't a rule. The server looks closer at what it does. */
export function fromFile(text: string): { name: string; draft: object } | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== "object" || read === null) return undefined;
  const { kind, name, draft } = read as Record<string, unknown>;
  if (kind !== KIND || typeof name !== "string" || typeof draft !== "object" || draft === null)
    return undefined;
  return { name, draft };
}
