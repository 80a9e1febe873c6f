import type { Access } from "#src/lib/access.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Feature } from "#src/lib/feature-switches.ts";
import { hasFeature } from "../account-features.ts";
import type { Ctx, StaffCtx, VisitorCtx } from "../context.ts";

/** The parts of the API’s description that belong to a part of the product that can be off. */
const FEATURE_TAGS: ReadonlyMap<string, Feature> = new Map([
  ["campaigns", "campaigns"],
  ["experiments", "ab_tests"],
  ["sequences", "sequences"],
  ["automations", "automations"],
  ["mails", "transactional"],
  ["mailboxes", "email"],
  ["templates", "email"],
  ["deliverability", "email"],
  ["domains", "custom_domains"],
  ["page imports", "page_imports"],
  ["keys", "api"],
  ["webhooks", "webhooks"],
  ["incoming-webhooks", "incoming_webhooks"],
]);

/** Paths that the description lists among others that can’t be off. */
const FEATURE_PATHS: readonly (readonly [string, Feature])[] = [["/contacts/imports", "contact_imports"]];

/** What ends something. It stays possible, as deleting does. */
const ENDING = /\/(?:pause|stop|end|cancel|undo|suppress)$/;

interface GatedEndpoint {
  access: Access;
  method: string;
  path: string;
  tag: string | undefined;
  isChange: boolean;
}

/** Returns the part of the product that an endpoint needs, if it starts or changes something in it. */
export function featureOf({ access, method, path, tag, isChange }: GatedEndpoint): Feature | undefined {
  if (access.to !== "members" || !isChange || method === "DELETE" || ENDING.test(path)) return undefined;
  const [, byPath] = FEATURE_PATHS.find(([start]) => path.startsWith(start)) ?? [];
  return byPath ?? FEATURE_TAGS.get(tag ?? "");
}

/**
 * Refuses what’s off for the account. What people have can still be read and removed. An account whose API is off can’t
 * be reached by its keys at all.
 */
export async function requireFeature(
  ctx: VisitorCtx | Ctx | StaffCtx,
  feature: Feature | undefined,
): Promise<void> {
  if (!("account" in ctx)) return;
  const needed = ctx.actor.type === "api-key" ? (["api", feature] as const) : ([feature] as const);
  for (const each of needed)
    if (each && !(await hasFeature(ctx, each, ctx.account)))
      throw failure(GENERAL_ERRORS, "FEATURE_OFF", { data: { feature: each } });
}
