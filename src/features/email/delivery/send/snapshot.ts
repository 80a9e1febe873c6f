import type { Attachment } from "#src/features/email/templates/rules.ts";

/** The sent content with its links numbered, and the sender's name. */
export interface Snapshot {
  subject: string;
  preheader: string;
  html: string;
  text: string;
  links: string[];
  postal_address: string;
  from_name: string;
  attachments: readonly Attachment[];
}
