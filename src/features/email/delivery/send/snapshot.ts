import type { Attachment } from "#src/features/email/templates/rules.ts";

/** What was sent: the content with its links numbered, and how the sender was named. */
export interface Snapshot {
  subject: string;
  preheader: string;
  html: string;
  text: string;
  /** Where the numbered links lead. */
  links: string[];
  postal_address: string;
  /** The main sending account's name. */
  from_name: string;
  /** Files that go along. */
  attachments: readonly Attachment[];
}
