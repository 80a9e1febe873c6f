import { contactVCard } from "#src/features/pages/qr/vcard.ts";
import { isId } from "#src/lib/endpoint.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { Platform } from "#src/platform/context.ts";
import type { HttpApp } from "#src/platform/http/http-module.ts";
import { textOf } from "./page/links/page-blocks.ts";
import { findContactCard } from "./store.ts";

/** Anyone may change their number at any time. */
const KEPT = "public, max-age=300";

/** Serves a contact card of a page as a file for the address book. */
export function addContactCards(app: HttpApp, { db }: Platform): void {
  app.get("/:username/contact/:file{[0-9a-f-]+\\.vcf}", async (context) => {
    const id = context.req.param("file").slice(0, -".vcf".length);
    const username = context.req.param("username").toLowerCase();
    const found = isId(id) ? await findContactCard(db, { username, id }) : undefined;
    if (!found) return context.notFound();
    const content = (found.content ?? {}) as Record<string, unknown>;
    const [role = "", company = "", email = "", phone = "", address = ""] = [
      content.role,
      content.company,
      content.email,
      content.phone,
      content.address,
    ].map(textOf);
    const website = checkUrl(textOf(content.website));
    const url = website.ok ? website.url : "";
    const contact = { name: found.title, role, company, email, phone, website: url, address };
    return new Response(contactVCard(contact), {
      headers: {
        "Content-Type": "text/vcard; charset=utf-8",
        "Content-Disposition": `attachment; filename="${username}-contact.vcf"`,
        "Cache-Control": KEPT,
      },
    });
  });
}
