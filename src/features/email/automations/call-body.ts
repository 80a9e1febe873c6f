/* The JSON that a rule sends to another server. */
import { fillTags } from "./body-rules.ts";
import type { CalledContact } from "./call-store.ts";
import type { RunRow } from "./run-store.ts";

interface Said {
  run: Pick<RunRow, "id" | "automation_id" | "type" | "facts" | "event_at">;
  contact: CalledContact | undefined;
  name: string;
}

/** What's sent without a body of one's own has everything. Undefined if it isn't JSON in the end. */
export function bodyOf(body: string, { run, contact, name }: Said): string | undefined {
  const rule = { id: run.automation_id, name };
  const event = { type: run.type, at: run.event_at, ...run.facts };
  if (body.trim() === "") return JSON.stringify({ run_id: run.id, rule, event, contact: contact ?? null });
  const { fields, ...known } = contact ?? { fields: {} };
  const filled = fillTags(body, { contact: { ...fields, ...known }, event, rule, run: { id: run.id } });
  try {
    JSON.parse(filled);
    return filled;
  } catch {
    return undefined;
  }
}
