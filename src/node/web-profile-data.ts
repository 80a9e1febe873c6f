import type { Context, Hono } from "hono";
import type { Visitors } from "#src/features/clicks/visitors.ts";
import type { Egress } from "#src/features/egress/egress.ts";
import { readProfileData } from "#src/features/public-page/visits.ts";
import type { Platform } from "#src/platform/context.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";

type Variables = { Variables: { requestId: string } };

interface ProfileDataParts {
  platform: Platform;
  egress: Egress;
  visitors: Visitors;
  addressOf(context: { env: unknown }): string;
}

/** The warm-up addresses of spec §7: the answer of `get-profile-data`, and parts of it. */
export function addProfileData(
  app: Hono<Variables>,
  { platform, egress, visitors, addressOf }: ProfileDataParts,
): void {
  const read = (context: Context<Variables, "/api/profile/:username">) =>
    readProfileData(
      { ...platform, egress, visitors, request: requestFacts(context.req.raw, addressOf(context)) },
      { username: context.req.param("username") },
    );
  app.use("/api/profile/*", async (context, next) => {
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/api/profile/:username", async (context) => context.json(await read(context)));
  app.get("/api/profile/:username/links", async (context) => {
    const { links } = await read(context);
    return context.json({ links });
  });
  app.get("/api/profile/:username/customization", async (context) => {
    const { customization } = await read(context);
    return context.json({ customization });
  });
}
