// @project server-postgres
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import spanish from "#src/languages/es-server.json" with { type: "json" };
import { messagesIn } from "#src/languages/messages.ts";
import { readCatalogues, TRANSLATED } from "#src/languages/plugin.ts";
import type { ErrorEntry } from "#src/lib/errors.ts";
import { translatorOf } from "#src/lib/translate.ts";
import { accountParts } from "#src/platform/account-data-registry.ts";
import { translateOutput } from "#src/platform/http/translate-output.ts";
import { translatorFor } from "#src/platform/languages.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { contract } from "./slices.ts";

const SPANISH = Object.entries(spanish);
const placeholders = (text: string) => [...text.matchAll(/\{(\d+)!?\}/g)].map(([, number]) => number);

describe("the Spanish catalogue", () => {
  it("has the placeholders of the English sentences, in the same order", () => {
    for (const [english, said] of SPANISH) {
      expect(placeholders(said), english).toEqual(placeholders(english));
      expect(placeholders(english), english).toEqual(placeholders(english).map((_, n) => String(n)));
    }
  });

  it("is sorted, and has no empty or wrongly quoted text", () => {
    const keys = Object.keys(spanish);
    expect(keys).toEqual([...keys].sort());
    for (const [english, said] of SPANISH) {
      expect(said.trim(), english).toBe(said);
      expect(said, english).not.toMatch(/[«»]|por favor|\busted\b|^$/i);
    }
  });
});

const SRC = resolve(import.meta.dirname, "..");

/** Every error that an endpoint declares, and every table of errors that slices throw from. */
async function declaredErrors(): Promise<string[]> {
  const declared = Object.values(contract).flatMap((slice) =>
    Object.values(slice).flatMap((endpoint) => Object.values(endpoint["~orpc"].errorMap as object)),
  );
  const files = globSync("{lib/{endpoint,list},features/**/{contract,*-contract,rules,*-rules}}.ts", {
    cwd: SRC,
  });
  const modules: object[] = await Promise.all(files.map((file) => import(resolve(SRC, file))));
  const tables = modules.flatMap((one) => Object.entries(one)).filter(([name]) => name.endsWith("_ERRORS"));
  expect(tables.length).toBeGreaterThan(30);
  const entries = [...declared, ...tables.flatMap(([, table]) => Object.values(table as object))];
  return (entries as ErrorEntry[]).map(({ message }) => message);
}

it("every endpoint’s answer can be searched for sentences, whatever its schema is", () => {
  const endpoints = Object.values(contract).flatMap((slice) => Object.values(slice));
  expect(endpoints.length).toBeGreaterThan(200);
  for (const endpoint of endpoints) {
    const { outputSchema } = endpoint["~orpc"];
    if (outputSchema) expect(translateOutput(outputSchema, "as it is", (text) => text)).toBe("as it is");
  }
});

it("every declared error has its sentence in Spanish", async () => {
  const say = await translatorFor("es");
  const missing = (await declaredErrors()).filter((message) => say(message) === message);
  expect(missing.map((message) => `${message} Add it to src/languages/es-server.json.`)).toEqual([]);
});

/** The API's alone: for programs, which are told in the database's own words. */
const NEVER_ON_SCREENS = /^duplicate key value/;

it("every declared error is translated by the build, too, so that screens can say it before they ask", async () => {
  const modules = globSync("{lib/*,features/**/{contract,*-contract,rules,*-rules}}.ts", { cwd: SRC })
    .map((file) => resolve(SRC, file))
    .filter((file) => TRANSLATED.include.test(file) && !TRANSLATED.exclude.test(file));
  const keys = modules.flatMap((file) => messagesIn(file, readFileSync(file, "utf8")).map(({ key }) => key));
  const errors = (await declaredErrors()).filter((message) => !NEVER_ON_SCREENS.test(message));
  for (const catalogue of Object.values(readCatalogues())) {
    const say = translatorOf(Object.fromEntries(keys.map((key) => [key, catalogue[key] ?? key])));
    expect(errors.filter((message) => say(message) === message)).toEqual([]);
  }
});

describe("a request with X-Language", () => {
  let app: TestApp;
  let owner: Client;
  beforeAll(async () => {
    app = await startApp();
    owner = await app.signUp({ name: "Open Door", email: "mia@example.com" });
  });
  afterAll(() => app?.close());

  const ask = (language: string | undefined, method: string, path: string, body?: unknown) =>
    owner.call(method, path, body, language === undefined ? {} : { "x-language": language });

  it.each([
    ["es", "Ponle un nombre a tu perfil."],
    [undefined, "Give your profile a name."],
    ["", "Give your profile a name."],
    ["tlh", "Give your profile a name."],
    ["__proto__", "Give your profile a name."],
  ])("in %s is refused in a language that exists", async (language, message) => {
    const answer = await ask(language, "POST", "/api/v1/profiles", { name: " " });
    expect(answer).toMatchObject({ status: 400, body: { code: "NAME_REQUIRED", message } });
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
  });

  it("is refused in Spanish by whatever refuses it", async () => {
    const wrong = { email: "mia@example.com", password: "wrong password" };
    const asked = [
      await ask("es", "POST", "/api/auth/sign-in/email", wrong),
      await ask("es", "GET", "/api/v1/nothing"),
      await ask("es", "POST", "/api/v1/profiles", "{"),
      await app.visitor().call("GET", "/api/v1/me", undefined, { "x-language": "es" }),
    ];
    expect(asked.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
      "401 Esa dirección de correo o esa contraseña es incorrecta. Inténtalo de nuevo o restablece tu contraseña.",
      "404 No hay nada en esta URL.",
      "400 No pudimos leer esta solicitud. Revisa que sea JSON válido.",
      "401 Primero inicia sesión.",
    ]);
  });

  it("hears in Spanish what’s wrong with a field, and the field’s own name", async () => {
    const { body } = await ask("es", "POST", "/api/v1/profiles", { name: 3 });
    const why = "Aquí va texto.";
    expect(body).toMatchObject({
      code: "BAD_REQUEST",
      message: `name: ${why}`,
      data: { fields: { name: why } },
    });
  });

  it("hears in Spanish what happened, by any words of it, and names stay as they are", async () => {
    const say = (language: string, path: string) => ask(language, "GET", `/api/v1${path}`);
    await ask(undefined, "POST", "/api/v1/profiles", { name: "Created a link" });
    const { items } = (await say("es", "/audit?q=perfil")).body;
    expect(items[0]).toMatchObject({
      event: "profile.created",
      what: "Creó un perfil",
      who: "Open Door",
      through: "Panel",
    });
    expect((await say("en", "/audit?q=perfil")).body.items).toEqual([]);
    expect((await say("en", "/audit")).body.items[0].what).toBe("Created a profile");
    const profiles = (await say("es", "/profiles")).body.items;
    expect(profiles[0].name).toBe("Created a link");
    const settings = (await say("es", "/settings")).body.items;
    expect(settings.map((one: { label: string }) => one.label)).toContain("Color principal");
    expect((await say("es", "/allowances")).body.profiles.explanation).toBe("10 de base");
  });

  it("signs someone up in its language, which our e-mails to them are in, too", async () => {
    const visitor = app.visitor();
    const person = { name: "Sofía", email: "sofia@example.com", password: "a long enough password" };
    await visitor.call("POST", "/api/auth/sign-up/email", person, { "x-language": "es" });
    expect((await visitor.api("GET", "/me")).body.language).toBe("es");
    expect((await owner.api("GET", "/me")).body.language).toBeNull();
    const [mail] = await app.mailsTo(person.email, /^Confirma tu dirección de correo/, 1);
    expect(mail?.text).toContain("Confirmar dirección de correo: http");
  });

  it("is also how e-mail reads, to people who chose a language", async () => {
    const reset = () =>
      app.visitor().call("POST", "/api/auth/request-password-reset", { email: "mia@example.com" });
    await ask(undefined, "PATCH", "/api/v1/me", { language: "es" });
    await reset();
    const { text } = await app.mailTo("mia@example.com", /^Elige una contraseña nueva para Fanfare$/);
    expect(text).toContain("Alguien, esperamos que tú, pidió restablecer tu contraseña de Fanfare.");
    await ask(undefined, "PATCH", "/api/v1/me", { language: null });
    await reset();
    await app.mailTo("mia@example.com", /^Choose a new password for Fanfare$/);
  });

  it("gets the answer that an earlier request had, in the language it asks for now", async () => {
    const server = { kind: "smtp", host: "nowhere.example", port: 465, security: "tls", auth: "none" };
    const form = { ...server, from_name: "Mia", from_address: "mia@example.com" };
    await app.platform.db.execute(sql`update users set email_verified = true`);
    const { id } = (await ask(undefined, "POST", "/api/v1/mailboxes", form)).body;
    const key = { "idempotency-key": "test" };
    const again = async (headers: object) => {
      const answer = await owner.call("POST", `/api/v1/mailboxes/${id}/test`, undefined, {
        ...key,
        ...headers,
      });
      return [answer.headers.get("idempotency-replayed"), answer.body.words];
    };
    const said = "There’s no host named nowhere.example. Check its spelling.";
    const dicho = "No hay ningún servidor llamado nowhere.example. Revisa cómo está escrito.";
    expect(await again({ "x-language": "es" })).toEqual([null, dicho]);
    expect(await again({})).toEqual(["true", said]);
    expect(await again({ "x-language": "es" })).toEqual(["true", dicho]);
  });
});

it("what an import leaves in the file says why in Spanish, too", async () => {
  const say = await translatorFor("es");
  const reasons = accountParts().flatMap(({ tables }) =>
    tables.flatMap(({ exported }) => exported?.unrestored ?? []),
  );
  expect(reasons.length).toBeGreaterThan(20);
  expect(reasons.filter((reason) => say(reason) === reason)).toEqual([]);
});
