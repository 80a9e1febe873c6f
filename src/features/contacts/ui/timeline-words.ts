import type { TimelineEntry } from "../contract.ts";
import type { LeavingReason, SuppressionReason } from "../rules.ts";
import { cameFrom, LEAVING_WORDS, SUPPRESSION_WORDS } from "./contact-words.ts";

interface Words {
  title: string;
  text?: string | undefined;
}

type Data = TimelineEntry["data"];

const WORDS: Record<TimelineEntry["kind"], (data: Data) => Words> = {
  sign_up: ({ referrer_host }) => ({
    title: "Signed up on your page",
    text: typeof referrer_host === "string" ? `Came from: ${cameFrom(referrer_host)}` : undefined,
  }),
  created: () => ({ title: "Added by hand" }),
  updated: ({ before, after }) => ({ title: "Changed", text: changesOf(before, after) }),
  note: ({ text }) => ({ title: "Note", text: typeof text === "string" ? text : undefined }),
  suppressed: ({ reason }) => ({
    title: "E-mail stopped",
    text: SUPPRESSION_WORDS[reason as SuppressionReason],
  }),
  lifted: ({ note }) => ({
    title: "E-mail allowed again",
    text: typeof note === "string" ? note : undefined,
  }),
  left: ({ reason }) => ({ title: `Said why they left: ${LEAVING_WORDS[reason as LeavingReason]}` }),
};

/** What an entry of the timeline says. */
export function timelineWords({ kind, data }: TimelineEntry): Words {
  return WORDS[kind](data);
}

const LABELS: Readonly<Record<string, string>> = {
  ...{ name: "Name", email: "E-mail", phone: "Phone", country: "Country", time_zone: "Time zone" },
  ...{ tags: "Tags", fields: "Fields", paused_until: "Paused until" },
};

/** One line for each thing that changed: what it was, and what it is. */
function changesOf(before: unknown, after: unknown): string | undefined {
  if (typeof after !== "object" || after === null) return undefined;
  const old = (before ?? {}) as Record<string, unknown>;
  return Object.entries(after)
    .map(([key, value]) => `${LABELS[key] ?? key}: ${shown(old[key])} → ${shown(value)}`)
    .join("\n");
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.join(", ") || "–";
  if (typeof value === "object")
    return (
      Object.entries(value)
        .map(([key, one]) => `${key} ${shown(one)}`)
        .join(", ") || "–"
    );
  return String(value);
}
