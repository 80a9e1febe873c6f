// @project server-postgres
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { caseLetterUrl } from "../letter-links.ts";

let app: TestApp;
let founder: Client;
beforeAll(async () => {
  app = await startApp();
  founder = await app.signUp();
});
afterAll(() => app?.close());

const WHY = { ground: "law", facts: "It asks for passwords" };
const openIn = (language: string, path: string) =>
  app.visitor().call("GET", path, undefined, { "accept-language": language });

async function reportIn(language: string, email: string) {
  const owner = await app.signUp();
  const page = (await owner.api("POST", "/profiles", { name: `Pfau ${email.slice(0, 2)}` })).body;
  const report = { username: page.username, reason: "scam", email };
  const { body } = await app
    .visitor()
    .call("POST", "/api/v1/reports", report, { "accept-language": language });
  const { items } = (await founder.api("GET", "/admin/cases")).body;
  const { id } = items.find((one: { username: string }) => one.username === page.username);
  return { owner, page, id, follow: new URL(body.status_url).pathname };
}

it("the form, what's wrong with it, and the thanks are in the visitor’s language", async () => {
  const form = await openIn("de-AT,de;q=0.9,en;q=0.5", "/help/report");
  expect(form.body).toContain('<html lang="de"');
  for (const text of ["Eine Seite melden", "Ein Kind ist in Gefahr", "Meldung senden"])
    expect(form.body).toContain(text);
  const wrong = await app.visitor().call("POST", "/help/report", "username=&reason=", {
    "content-type": "application/x-www-form-urlencoded",
    "accept-language": "fr",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toContain("Dis-nous de quelle page il s’agit.");
  expect((await openIn("nl", "/help/report/thanks?number=R-7K2M-9QXD")).body).toContain(
    "We hebben je melding",
  );
  expect((await openIn("ja", "/help/report")).body).toContain("What’s wrong with it?");
});

it("reporters hear how it ended in the language they wrote in, owners in theirs, and both read on in the browser’s", async () => {
  const { owner, page, id, follow } = await reportIn("es-MX", "ana@reporters.example");
  await app.platform.db.execute(sql`update users set language = 'es' where id = ${owner.id}`);
  expect((await openIn("pt-BR", follow)).body).toContain("Está à espera de que uma pessoa veja a página.");
  await founder.api("POST", `/admin/cases/${id}/decide`, { decision: "hide_page", ...WHY });
  const outcome = await app.mailTo("ana@reporters.example", new RegExp(page.username));
  expect(outcome.text).toContain("La página se ocultó a las visitas.");
  expect(outcome.text).not.toContain("A person looked");
  const statement = await app.mailTo(owner.email, new RegExp(page.username));
  expect(statement.text).toContain("Es contrario a la ley.");
  expect(statement.text).not.toMatch(/you can appeal|What we found/);
  const letter = new URL(caseLetterUrl(app.platform, { id, owner_id: owner.id })).pathname;
  expect((await openIn("it", letter)).body).toContain("Non sei d’accordo?");
  expect((await openIn("de", follow)).body).toContain("Die Seite wurde für Besucher verborgen.");
});

it("a reporter whose language we don’t e-mail in is written to in English", async () => {
  const { page, id } = await reportIn("de", "kai@reporters.example");
  await founder.api("POST", `/admin/cases/${id}/decide`, { decision: "nothing", ...WHY });
  const { text } = await app.mailTo("kai@reporters.example", new RegExp(page.username));
  expect(text).toContain("We found nothing that breaks the rules");
});

it("a suspension’s end is in the statement as the owner writes days, and on its page as the visitor does", async () => {
  const { owner, page, id } = await reportIn("de", "dora@reporters.example");
  await app.platform.db.execute(sql`update users set language = 'es' where id = ${owner.id}`);
  const until = new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString();
  await founder.api("POST", `/admin/cases/${id}/decide`, { decision: "suspend", until, ...WHY });
  const { text } = await app.mailTo(owner.email, new RegExp(`decisión.*${page.username}`));
  const shown = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(until));
  expect(text).toContain(`Hasta: ${shown("es")}`);
  const path = new URL(caseLetterUrl(app.platform, { id, owner_id: owner.id })).pathname;
  expect((await openIn("de", path)).body).toMatch(new RegExp(`Bis.*${RegExp.escape(shown("de"))}`));
});
