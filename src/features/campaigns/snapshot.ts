import type { Attachment } from "#src/features/templates/rules.ts";

/** What was sent: the content with its links numbered, and how the sender was named. */
export interface Snapshot {
  subject: string;
  preheader: string;
  html: string;
  text: string;
  /** Where the numbered links lead. */
  links: string[];
  postal_address: string;
  /** The main sending account's name. Absent in those from before there could be others. */
  from_name?: string;
  /** Files that go along. Absent in those from before there were any. */
  attachments?: readonly Attachment[];
}
