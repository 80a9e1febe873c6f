import type * as z from "zod";
import { oneLine, type Touch } from "#src/features/contacts/rules.ts";
import { inAppBrowserOf } from "#src/features/in-app/rules.ts";
import { isId } from "#src/lib/endpoint.ts";
import type { Visit } from "#src/platform/context.ts";
import type { insertLeadSchema } from "./contract.ts";
import { findLinkTitle } from "./store.ts";

const UTM_CHARS_MAX = 100;
const UTM = ["source", "medium", "campaign", "term", "content"];

/** How someone got to the form, besides the site they came from: the app, the page's query, and the page's link. */
export async function touchOf(
  visit: Visit,
  { p_query, p_link_id }: Pick<z.output<typeof insertLeadSchema>, "p_query" | "p_link_id">,
  profileId: string,
): Promise<Pick<Touch, "utm" | "app" | "link">> {
  const utm = utmOf(p_query ?? "");
  const app = inAppBrowserOf(visit.request.userAgent)?.label;
  const link =
    p_link_id && isId(p_link_id) ? await findLinkTitle(visit.db, { profileId, id: p_link_id }) : undefined;
  return { ...(Object.keys(utm).length > 0 && { utm }), ...(app && { app }), ...(link && { link }) };
}

function utmOf(query: string): Record<string, string> {
  const asked = new URLSearchParams(query);
  const given = UTM.map((name) => [name, oneLine(asked.get(`utm_${name}`) ?? "", UTM_CHARS_MAX)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}
