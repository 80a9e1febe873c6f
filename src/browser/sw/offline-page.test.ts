import { expect, it } from "vitest";
import { VISITOR_LANGUAGES } from "#src/lib/language.ts";
import { offlinePage } from "./offline-page.ts";
import { OFFLINE_TEXTS } from "./offline-texts.ts";

it.each(VISITOR_LANGUAGES)("a browser in %s says in it that it's offline", async (language) => {
  const html = await offlinePage([`${language}-XX`, "en"]).text();
  expect(html).toContain(`<html lang="${language}">`);
  for (const text of Object.values(OFFLINE_TEXTS[language])) expect(html).toContain(`>${text}</`);
});

it.each([
  [["ja", "de-AT", "fr"], "de"],
  [["ja"], "en"],
  [[], "en"],
  [["", "-", "x".repeat(5000)], "en"],
])("of %j, it's %s", async (languages, language) => {
  expect(await offlinePage(languages).text()).toContain(`<html lang="${language}">`);
});
