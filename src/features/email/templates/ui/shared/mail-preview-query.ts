import type { MailDraft } from "#src/features/email/templates/preview/draft-contract.ts";
import { ORDINARY, type Person } from "../preview/PersonPicker.tsx";
import { templatesApi } from "../template-queries.ts";

/** An e-mail as someone would get it. Without anyone, as an ordinary made-up person. */
export function mailPreviewQuery(draft: MailDraft, person: Person = ORDINARY) {
  return templatesApi.previewDraft.queryOptions({ input: { draft, ...person } });
}

/** Formats a sender: `Mia <mia@mia.art>`. */
export function formatSender({ name, address }: { name: string; address: string }): string {
  if (address === "") return name;
  return name === "" ? address : `${name} <${address}>`;
}
