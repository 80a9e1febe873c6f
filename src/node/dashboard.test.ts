import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Dashboard } from "./dashboard.ts";

const folder = mkdtempSync(join(tmpdir(), "fanfare-dashboard-"));
const file = join(folder, "index.html");
writeFileSync(file, '<title>Fanfare</title><script nonce="__NONCE__"></script><body></body>');
afterAll(() => rmSync(folder, { recursive: true }));

describe("the dashboard's document", () => {
  it("is titled with the instance's name, which stays text", async () => {
    const html = await new Dashboard(file, "R&B <b>$& Co").page().text();
    expect(html).toContain("<title>R&#38;B &#60;b&#62;$&#38; Co</title>");
  });

  it("carries another nonce each time", async () => {
    const dashboard = new Dashboard(file, "Fanfare");
    const [one, other] = [await dashboard.page().text(), await dashboard.page().text()];
    expect(one).not.toContain("__NONCE__");
    expect(one).not.toBe(other);
  });

  it("brings answers that stay data, whatever they hold", async () => {
    const answers = { "/me": { name: "</script><script>alert(1)</script><!-- & $& __NONCE__ \u2028" } };
    const html = await new Dashboard(file, "Fanfare").page(answers).text();
    const [, json = ""] =
      /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual(answers);
    expect(json).not.toMatch(/[<>&\u2028]/);
  });
});
