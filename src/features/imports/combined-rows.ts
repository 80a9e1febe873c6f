/* Rows of one file with the same address are about one person, and none of them takes away what another one knows. */
import type { ContactDraft } from "#src/features/contacts/contact-import.ts";
import type { ImportMode } from "./rules.ts";

/** Where both rows say something, the later one counts in an update, and the earlier one otherwise, as for people already there. */
export function combineRows(earlier: ContactDraft, later: ContactDraft, mode: ImportMode): ContactDraft {
  const [first, other] = mode === "update" ? [later, earlier] : [earlier, later];
  return {
    email: later.email,
    name: first.name || other.name,
    phone: first.phone || other.phone,
    country: first.country === NO_COUNTRY ? other.country : first.country,
    tags: [...new Set([...earlier.tags, ...later.tags])],
    fields: { ...other.fields, ...first.fields },
    signed_up_at: oldest(earlier.signed_up_at, later.signed_up_at),
    confirmed_at: oldest(earlier.confirmed_at, later.confirmed_at),
    time_zone: first.time_zone ?? other.time_zone ?? null,
    stage_id: first.stage_id ?? other.stage_id ?? null,
    value_cents: first.value_cents ?? other.value_cents ?? null,
  };
}

const NO_COUNTRY = "UNKNOWN";

/** Both are ISO times in UTC. */
function oldest(one: string | null = null, other: string | null = null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
