import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatList } from "#src/lib/event-sentences.ts";

export const staffKeyEvents = eventList("key");

/* The account is the maker's, who isn't always who did it, and the subject is the key. */

export const staffKeyCreated = staffKeyEvents.add("staff_key.created", {
  payload: z.object({ scopes: z.array(z.string()), expires_at: z.string() }),
  sentence: ({ scopes }) => `Created a staff key for ${formatList(scopes) || "nothing yet"}`,
});

/** A new key has replaced it. Until `old_until`, the old one still works. */
export const staffKeyRotated = staffKeyEvents.add("staff_key.rotated", {
  payload: z.object({ old_until: z.string() }),
  sentence: "Replaced a staff key",
});

export const staffKeyRevoked = staffKeyEvents.add("staff_key.revoked", {
  payload: z.object({ reason: z.string(), is_own: z.boolean() }),
  sentence: ({ reason }) =>
    typeof reason === "string" && reason !== "" ? `Revoked a staff key: ${reason}` : "Revoked a staff key",
});

export const staffKeyMoved = staffKeyEvents.add("staff_key.used_elsewhere", {
  payload: z.object({ country: z.string() }),
  sentence: ({ country }) =>
    typeof country === "string"
      ? `Used a staff key from another country (${country})`
      : "Used a staff key from another country",
});
