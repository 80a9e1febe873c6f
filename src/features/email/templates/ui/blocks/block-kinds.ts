import {
  IconAlignLeft,
  IconAt,
  IconColumns2,
  IconHeading,
  IconHourglass,
  IconLayoutBottombar,
  IconLink,
  IconMinus,
  IconPhoto,
  IconPointer,
} from "@tabler/icons-react";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { visibleText } from "#src/features/email/templates/rules.ts";
import { formatDateTime } from "#src/kit/format-date.ts";
import { newId } from "#src/kit/new-id.ts";
import { DAY_MS } from "#src/lib/time.ts";
import { wallTime } from "#src/lib/time-zones.ts";

export const KINDS = {
  text: { label: "Text", Icon: IconAlignLeft },
  heading: { label: "Heading", Icon: IconHeading },
  button: { label: "Button", Icon: IconPointer },
  picture: { label: "Picture", Icon: IconPhoto },
  columns: { label: "Columns", Icon: IconColumns2 },
  divider: { label: "Divider", Icon: IconMinus },
  countdown: { label: "Countdown", Icon: IconHourglass },
  links: { label: "Your links", Icon: IconLink },
  social: { label: "Your channels", Icon: IconAt },
  footer: { label: "Footer", Icon: IconLayoutBottombar },
} as const;

/** The kinds that can be added. The footer is always there. */
export const ADDED = [
  "text",
  "heading",
  "button",
  "picture",
  "columns",
  "divider",
  "countdown",
  "links",
  "social",
] as const;

const COLUMN = { picture: "", alt: "", html: "", label: "", url: "" };

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const COUNTDOWN_DAYS = 7;

/** Creates a block. Those about a page show `profileId`'s. */
export function newBlock(type: (typeof ADDED)[number], profileId: string): Block {
  const id = newId();
  const align = "left" as const;
  switch (type) {
    case "text":
      return { id, type, html: "", align };
    case "heading":
      return { id, type, text: "", level: 1, align };
    case "button":
      return { id, type, label: "", url: "", align };
    case "picture":
      return { id, type, picture: "", alt: "", url: "", width: 100, align };
    case "columns":
      return { id, type, columns: [COLUMN, COLUMN] };
    case "divider":
      return { id, type };
    case "countdown":
      return { id, type, ends: inAWeek(), time_zone: ZONE, after: "", align: "center" };
    case "links":
      return { id, type, profile_id: profileId, most: 5 };
    case "social":
      return { id, type, profile_id: profileId };
  }
}

/** Returns the end of that day on this device's clock. */
function inAWeek(): string {
  const day = wallTime(ZONE, new Date(Date.now() + COUNTDOWN_DAYS * DAY_MS)).slice(0, 10);
  return `${day}T23:59`;
}

export function summaryOf(block: Block): string {
  switch (block.type) {
    case "text":
      return bare(block.html);
    case "heading":
      return block.text;
    case "button":
      return block.label;
    case "picture":
      return block.alt;
    case "columns":
      return block.columns.map(({ html }) => bare(html)).join(" · ");
    case "countdown":
      return formatDateTime(block.ends);
    case "footer":
      return "Postal address and the link to unsubscribe";
    default:
      return "";
  }
}

const bare = (html: string) =>
  visibleText(html)
    .replace(/&quot;/g, '"')
    .slice(0, 80);
