import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import type { SentMail } from "../contract.ts";

interface MailStatus {
  /** Shown in the list. */
  badge: string;
  color: string;
  /** Shown on the e-mail itself. */
  sentence: string;
}

export function mailStatus(mail: SentMail, now: Date): MailStatus {
  const { state, tries, is_kept, outcome, due_at, tried_at } = mail;
  const when = formatDateTime(tried_at ?? mail.created_at);
  if (is_kept)
    return { badge: "Kept", color: "gray", sentence: `On ${when}, we kept it here. Nobody received it.` };
  if (state === "sent") {
    const howOften = tries > 1 ? `, on try ${tries}` : "";
    return { badge: "Sent", color: "teal", sentence: `Sent ${when}${howOften}` };
  }
  if (state === "failed") {
    const sentence = `On ${when}, we gave up after ${plural(tries, "try", "tries")}.`;
    return { badge: "Failed", color: "red", sentence };
  }
  if (state === "skipped") return { badge: "Not needed", color: "gray", sentence: outcome };
  if (state === "sending")
    return { badge: "Sending", color: "blue", sentence: "We’re sending it right now." };
  if (tries > 0) {
    const sentence = `Try ${tries} didn’t work. On ${formatDateTime(due_at)}, we’ll try again.`;
    return { badge: "Trying again", color: "orange", sentence };
  }
  const isLater = Date.parse(due_at) > now.getTime();
  return {
    badge: "Queued",
    color: "blue",
    sentence: isLater ? `Goes out ${formatDateTime(due_at)}` : "It’s about to go out.",
  };
}
