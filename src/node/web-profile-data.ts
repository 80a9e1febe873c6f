import type { Hono } from "hono";
import type { Egress } from "#src/features/egress/egress.ts";
import { readProfileData } from "#src/features/public-page/visits.ts";
import type { Platform } from "#src/platform/context.ts";
import { requestFacts } from "#src/platform/http/request-facts.ts";

interface ProfileDataParts {
  platform: Platform;
  egress: Egress;
  addressOf(request: Request): string;
}

/** The warm-up addresses of spec §7: the answer of `get-profile-data`, and parts of it. */
export function addProfileData(
  app: Hono<{ Variables: { requestId: string } }>,
  { platform, egress, addressOf }: ProfileDataParts,
): void {
  const read = (request: Request, username: string) =>
    readProfileData(
      { ...platform, egress, request: requestFacts(request, addressOf(request)) },
      { username },
    );
  app.use("/api/profile/*", async (context, next) => {
    await next();
    context.res.headers.set("Cache-Control", "no-store");
  });
  app.get("/api/profile/:username", async ({ req, json }) =>
    json(await read(req.raw, req.param("username"))),
  );
  app.get("/api/profile/:username/links", async ({ req, json }) => {
    const { links } = await read(req.raw, req.param("username"));
    return json({ links });
  });
  app.get("/api/profile/:username/customization", async ({ req, json }) => {
    const { customization } = await read(req.raw, req.param("username"));
    return json({ customization });
  });
}
