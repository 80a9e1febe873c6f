// @project server-postgres
import { afterAll, beforeAll, expect, it } from "vitest";
import { API_EXAMPLES, curlFor } from "#src/features/public/site/api-examples.ts";
import { SCOPE_NAMES } from "#src/lib/access.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

it("every example on the API's page works with a key as it's shown", async () => {
  const owner = await app.signUp();
  const { key } = (await owner.api("POST", "/keys", { name: "Examples", scopes: SCOPE_NAMES })).body;
  const page = (await app.visitor().api("GET", "/docs")).body;
  const kept = new Map<string, string>();
  for (const example of API_EXAMPLES) {
    const shown = curlFor(`${owner.url}/api/v1`, example);
    expect(page).toContain(shown.split("\n")[0]?.replaceAll('"', "&quot;").replaceAll("&to", "&amp;to"));
    const curl = shown.replace("$FANFARE_KEY", key).replace(/\$([A-Z]+)/g, (_, name) => kept.get(name) ?? "");
    const headers = Object.fromEntries(
      [...curl.matchAll(/-H "([\w-]+): ([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
    );
    const answer = await fetch(/"(http[^"]+)"/.exec(curl)?.[1] ?? "", {
      method: /-X (\w+)/.exec(curl)?.[1] ?? "GET",
      headers,
      body: /-d '([^']*)'/.exec(curl)?.[1] ?? null,
    });
    expect([example.title, answer.ok]).toEqual([example.title, true]);
    if (example.keeps) kept.set(example.keeps, ((await answer.json()) as { id: string }).id);
  }
});
