/** An e-mail as it's written: every part may hold merge tags. */
export interface Content {
  subject: string;
  /** What inboxes show after the subject. */
  preheader: string;
  html: string;
  /** Empty: made from the HTML. */
  text: string;
}

export const PARTS = ["subject", "preheader", "html", "text"] as const;
export type Part = (typeof PARTS)[number];

/** Something that's wrong with an e-mail. `stop`: it can't be sent like this. */
export interface Finding {
  severity: "stop" | "warning";
  message: string;
  where: Part;
  /** The line in that part, if it's known. */
  line?: number | undefined;
}

/** Gmail cuts off what's longer. */
export const CLIPPED_BYTES = 102 * 1024;

/** Merge tags and what they stand for, in the order that pickers show. Custom fields follow. */
export const MERGE_TAGS = [
  { name: "contact.first_name", label: "First name", fallback: "there" },
  { name: "contact.name", label: "Full name", fallback: "friend" },
  { name: "contact.email", label: "E-mail address" },
  { name: "contact.phone", label: "Phone number" },
  { name: "contact.country", label: "Country" },
  { name: "contact.tags", label: "Tags" },
  { name: "sender.name", label: "Your name" },
  { name: "sender.postal_address", label: "Your postal address" },
  { name: "unsubscribe_url", label: "Link to unsubscribe" },
  { name: "preferences_url", label: "Link to preferences" },
] as const;

/** What merge tags may name besides `MERGE_TAGS` and `contact.fields.…`. */
export const OTHER_TAG_NAMES = ["contact.id", "contact", "contact.fields", "sender"] as const;

/** What merge tags know about a contact. */
export interface MergeContact {
  id: string;
  email: string;
  name: string;
  first_name: string;
  phone: string | null;
  country: string | null;
  tags: string[];
  fields: Record<string, string | number | boolean | null>;
}
