import { describe, expect, it } from "vitest";
import { translatorOf } from "./translate.ts";

const say = translatorOf({
  "Not found.": "No encontrado.",
  "Send up to {0} MB.": "Envía hasta {0} MB.",
  "{0} signed up on {1}": "{0} se registró en {1}",
  "{0} left {1}’s team": "{0} salió del equipo de {1}",
  "{0} left your team": "{0} salió de tu equipo",
  "“{0}” said the same": "“{0}” dijo lo mismo",
  "“{0}” went out on {1}": "“{0}” salió el {1!}",
  "January {0}, {1}": "{0} de enero de {1}",
  "Changed: {0}": "Cambió: {0!}",
  name: "nombre",
  "font size": "tamaño de letra",
});

describe("a translator", () => {
  it("knows whole sentences, and sentences with something in them", () => {
    expect(say("Not found.")).toBe("No encontrado.");
    expect(say("Send up to 12 MB.")).toBe("Envía hasta 12 MB.");
    expect(say("Nora signed up on Mia’s page")).toBe("Nora se registró en Mia’s page");
    expect(say(" signed up on ")).toBe(" se registró en ");
  });

  it("leaves English what it doesn’t know", () => {
    for (const unknown of ["", "Not found", "not found.", "toString", "__proto__", "Send up to MB.", "{0}"])
      expect(say(unknown)).toBe(unknown);
  });

  it("leaves what people typed as it is", () => {
    for (const typed of [
      "{0}",
      "{1!}",
      "$&",
      "$1",
      "name",
      "Not found.",
      "a\nb",
      "\u2068نورا\u2069",
      "January 1, 2026",
    ])
      expect(say(`${typed} signed up on ${typed}`)).toBe(`${typed} se registró en ${typed}`);
    expect(say("“Send up to 12 MB.” said the same")).toBe("“Send up to 12 MB.” dijo lo mismo");
  });

  it("takes the sentence with the most text of its own", () => {
    expect(say("Ann left your team")).toBe("Ann salió de tu equipo");
    expect(say("Ann left Ben’s team")).toBe("Ann salió del equipo de Ben");
  });

  it("translates what’s ours inside a sentence: days, and lists of fields", () => {
    expect(say("“January 1, 2026” went out on January 31, 2026")).toBe(
      "“January 1, 2026” salió el 31 de enero de 2026",
    );
    expect(say("Changed: name, font size, whatever")).toBe("Cambió: nombre, tamaño de letra, whatever");
  });

  it("takes time in proportion to what it’s given, however hostile", () => {
    for (const unit of ["“", " signed up on ", "” went out on ", "Changed: ", ", ", "January 1, 2026 "]) {
      const long = unit.repeat(100_000 / unit.length);
      for (const sentence of [long, `Changed: ${long}`, `“${long}” went out on ${long}`]) {
        const since = performance.now();
        say(sentence);
        expect(performance.now() - since, unit).toBeLessThan(500);
      }
    }
  });
});
