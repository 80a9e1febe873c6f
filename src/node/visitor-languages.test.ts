// @project server-postgres
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";

let app: TestApp;
let owner: Client;
const ids: Record<string, string> = {};
const links: Record<string, string> = {};

/** Only the page of Lea has words that tell its language. */
const PAGES = {
  lea: { name: "Lea", public_notes: "Mode und Reisen aus Hamburg, jeden Tag neue Fotos." },
  koko: { name: "Koko", public_notes: "" },
  kasia: { name: "Kasia", public_notes: "Blog o podróżach i jedzeniu, nowe wpisy co tydzień." },
};

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  owner = await app.signUp();
  for (const [username, { name, public_notes }] of Object.entries(PAGES)) {
    const { id } = (await owner.api("POST", "/profiles", { name })).body;
    const settings = { public_notes, lead_capture_enabled: true, collect_without_download: true };
    expect((await owner.api("PATCH", `/profiles/${id}`, settings)).status).toBe(200);
    const link = { title: "X", url: "https://example.com", show_adult_warning: true };
    links[username] = (await owner.api("POST", `/profiles/${id}/links`, link)).body.id;
    ids[username] = id;
  }
});
afterAll(() => app?.close());

const get = (path: string, languages?: string) =>
  app.visitor().call("GET", path, undefined, {
    accept: "text/html",
    ...(languages !== undefined && { "accept-language": languages }),
  });

/** The heading, and the language that the document or what's around the heading is marked with. */
function said(body: string): [heading: string | undefined, language: string | undefined] {
  return [/<h1>([^<]*)<\/h1>/.exec(body)?.[1], /<html lang="([^"]*)"/.exec(body)?.[1]];
}

describe("what isn't there says so in the visitor's language", () => {
  it.each([
    ["de", "Profil nicht gefunden", "de"],
    ["de-AT,de;q=0.9,en;q=0.8", "Profil nicht gefunden", "de"],
    ["fr;q=0.4, nl;q=0.7, en;q=0.1", "Profiel niet gevonden", "nl"],
    ["PT-BR", "Perfil não encontrado", "pt"],
    ["ja,it;q=0.2", "Profilo non trovato", "it"],
    ["es-419", "Perfil no encontrado", "es"],
    ["fr", "Profil introuvable", "fr"],
    ["ja", "Profile not found", "en"],
    ["*", "Profile not found", "en"],
    ["de;q=0", "Profile not found", "en"],
    [";;,=,de;q=viel,\u00e4", "Profile not found", "en"],
    [`${"x,".repeat(4000)}de`, "Profile not found", "en"],
    [undefined, "Profile not found", "en"],
  ])("for the Accept-Language %j", async (languages, heading, language) => {
    for (const path of ["/nobodyhere", "/Nobody_Here"]) {
      const { status, body, headers } = await get(path, languages);
      expect([status, ...said(body)]).toEqual([404, heading, language]);
      expect(headers.get("vary")).toBe("Accept-Encoding, Accept-Language");
      expect(headers.get("cache-control")).toBe("no-cache");
    }
  });

  it("on the site, for links, and at hosts where there's nothing", async () => {
    const missing = await get("/no/such/page", "de");
    expect([missing.status, ...said(missing.body)]).toEqual([404, "Seite nicht gefunden", "de"]);
    expect(missing.body).toContain('<footer class="foot" lang="en">');
    expect(missing.headers.get("vary")).toBe("Accept-Encoding, Accept-Language");
    const english = await get("/no/such/page", "en");
    expect(said(english.body)).toEqual(["Page not found", "en"]);
    expect(english.headers.get("etag")).not.toBe(missing.headers.get("etag"));
    const asked = { "accept-encoding": "identity", "accept-language": "en" };
    const plain = await fetch(`${app.url}/no/such/page`, { headers: asked });
    expect(plain.headers.get("etag")).not.toBe(english.headers.get("etag"));
    const link = await get(`/go/${randomUUID()}`, "it");
    expect([link.status, ...said(link.body)]).toEqual([404, "Link non trovato", "it"]);
    expect(link.headers.get("vary")).toBe("Accept-Language");
  });

  it("programs get the API's English", async () => {
    const { body } = await app
      .visitor()
      .call("GET", "/api/v1/nothing", undefined, { "accept-language": "de" });
    expect(body.message).toBe("There’s nothing at this URL.");
  });
});

describe("what's on a page speaks the page's language", () => {
  it("a page that's switched off: its own, and the visitor's if its words don't tell or we don't speak it", async () => {
    for (const id of Object.values(ids))
      await owner.api("PUT", `/profiles/${id}/status`, { status: "inactive" });
    const cases = [
      ["/lea", "fr", "Profil nicht verfügbar", "de", "Accept-Encoding"],
      ["/lea", undefined, "Profil nicht verfügbar", "de", "Accept-Encoding"],
      ["/koko", "fr", "Profil indisponible", "fr", "Accept-Encoding, Accept-Language"],
      ["/koko", "pt", "Perfil indisponível", "pt", "Accept-Encoding, Accept-Language"],
      ["/koko", undefined, "Profile Unavailable", "en", "Accept-Encoding, Accept-Language"],
      ["/kasia", "es", "Perfil no disponible", "es", "Accept-Encoding, Accept-Language"],
    ] as const;
    const tags = new Set<string>();
    // From the cache, too.
    for (const _ of ["first", "again"])
      for (const [path, languages, heading, language, vary] of cases) {
        const { status, body, headers } = await get(path, languages);
        expect([status, ...said(body), headers.get("vary")]).toEqual([410, heading, language, vary]);
        tags.add(`${language} ${headers.get("etag")}`);
      }
    expect(tags.size).toBe(5);
    for (const id of Object.values(ids))
      await owner.api("PUT", `/profiles/${id}/status`, { status: "active" });
  });

  it("an ordinary page is the same for everyone, and what stops visitors is in its language", async () => {
    const [german, french] = [await get("/lea", "de"), await get("/lea", "fr")];
    expect(german.body).toBe(french.body);
    expect(german.headers.get("vary")).toBe("Accept-Encoding");
    expect(german.body).toContain('<h2 id="adult-title">Warnung: Inhalte nur für Erwachsene</h2>');
    expect((await get("/kasia", "de")).body).toContain('<h2 id="adult-title">Adult Content Warning</h2>');
    const direct = { direct_link_url: "https://example.com/x", direct_link_warning: true };
    await owner.api("PATCH", `/profiles/${ids.lea}`, direct);
    expect((await get("/lea")).body).toContain('<h2 id="direct-title">Inhalte nur für Erwachsene</h2>');
    await owner.api("PATCH", `/profiles/${ids.lea}`, { direct_link_url: null });
  });

  it("the question before a link without JavaScript, and what blocked visitors read", async () => {
    for (const [username, languages, heading, language] of [
      ["lea", "fr", "Warnung: Inhalte nur für Erwachsene", "de"],
      ["koko", "fr", "Avertissement : contenu pour adultes", "fr"],
      ["koko", undefined, "Adult Content Warning", "en"],
    ] as const) {
      const { status, body, headers } = await get(`/go/${links[username]}`, languages);
      expect([status, ...said(body)]).toEqual([200, heading, language]);
      expect([headers.get("vary"), headers.get("cache-control")]).toEqual(["Accept-Language", "no-store"]);
    }
    const geo_restrictions = { allowed_countries: ["US"], on_unknown: "block" };
    await owner.api("PATCH", `/links/${links.koko}`, { show_adult_warning: false, geo_restrictions });
    const blocked = await get(`/go/${links.koko}`, "nl");
    expect([blocked.status, ...said(blocked.body)]).toEqual([403, "Toegang beperkt", "nl"]);
    expect(blocked.body).toContain("Deze link is niet beschikbaar in jouw regio.");
  });

  it("the lead form without JavaScript refuses and thanks in it, and keeps what was typed", async () => {
    const post = (username: string, languages: string, fields: Record<string, string>) => {
      const body = new URLSearchParams({ name: "Nora", email: "nora@example.com", subject: "", ...fields });
      return app.visitor().call("POST", `/${username}/lead`, body.toString(), {
        "content-type": "application/x-www-form-urlencoded",
        "accept-language": languages,
      });
    };
    const wrong = await post("lea", "fr", { email: "nora@" });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain('lang="de">Das ist keine E-Mail-Adresse. Prüfe sie auf Tippfehler.</p>');
    expect(wrong.body).toContain('value="nora@"');
    const empty = await post("koko", "es", { name: "" });
    expect(empty.body).toContain('lang="es">Faltan datos: rellena todos los campos obligatorios.</p>');
    expect(empty.body).toContain('<label for="lead-name" lang="es">Nombre ');
    expect(empty.headers.get("vary")).toBe("Accept-Language");
    const sent = await post("koko", "it", {});
    const thanks = await get(sent.headers.get("location") ?? "", "it");
    expect(thanks.body).toContain("<h2>Grazie!</h2><p>Grazie! Ora sei nella lista.</p>");
    const again = await post("koko", "nl", {});
    expect((await get(again.headers.get("location") ?? "", "nl")).body).toContain("Je bent al aangemeld!");
  });
});
